import groovy.xml.XmlSlurper

def sources = { module -> new File(basedir, module + '/src/main/java/com/acme/microbench').listFiles() }
def cases = { module, file ->
    new XmlSlurper().parse(new File(basedir, module + '/target/surefire-reports/TEST-com.acme.microbench.' + file + '.xml')).testcase
}

// Only the base class is another one.
def changed = sources('old').findAll { it.bytes != new File(basedir, 'migrated/src/main/java/com/acme/microbench/' + it.name).bytes }
assert changed*.name == ['AbstractMicrobenchmark.java']
assert sources('old')*.name.sort() == sources('migrated')*.name.sort()

// The old module is green, whatever JMH could not measure.
['LookupBenchmark', 'HashBenchmark', 'HeapBenchmark'].each {
    def old = cases('old', it)
    assert old*.@name*.text() == ['run'] && old.every { it.failure.isEmpty() && it.error.isEmpty() } : it
}
def log = new File(basedir, 'build.log').text
assert log.contains('Unrecognized VM option')

// The migrated one has a test for each case; what has no result is red, with its reason.
def red = { test -> !test.failure.isEmpty() || !test.error.isEmpty() }
def hash = cases('migrated', 'HashBenchmark')
assert hash*.@name*.text() == ['hash(length=0)[1]', 'hash(length=16)[2]'] : hash*.@name*.text()
assert red(hash[0]) && !red(hash[1])
assert hash[0].text().contains('ArrayIndexOutOfBoundsException')
def heap = cases('migrated', 'HeapBenchmark')
assert heap.every(red) && heap[0].text().contains('UseParallelOldGC') : heap.text()

// The executor and the options of a class are still those of before: fast threads, and the profiler.
def lookup = cases('migrated', 'LookupBenchmark-lookup')
assert lookup.size() == 1 && !red(lookup[0])
def report = new File(basedir, 'migrated/target/reports/performance/com.acme.microbench.LookupBenchmark.json').text
assert report.contains('class.load') : report
true
