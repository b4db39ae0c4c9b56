import groovy.xml.XmlSlurper

def sources = { module -> new File(basedir, module + '/src/main/java/com/acme/microbench').listFiles() }
def cases = { module, file ->
    new XmlSlurper().parse(new File(basedir, module + '/target/surefire-reports/TEST-com.acme.microbench.' + file + '.xml')).testcase
}

// Only the base class differs.
def changed = sources('old').findAll { it.bytes != new File(basedir, 'migrated/src/main/java/com/acme/microbench/' + it.name).bytes }
assert changed*.name == ['AbstractMicrobenchmark.java']
assert sources('old')*.name.sort() == sources('migrated')*.name.sort()

// The tests of the old module pass, although JMH could not measure some cases.
['LookupBenchmark', 'HashBenchmark', 'HeapBenchmark'].each {
    def old = cases('old', it)
    assert old*.@name*.text() == ['run'] && old.every { it.failure.isEmpty() && it.error.isEmpty() } : it
}
def log = new File(basedir, 'build.log').text
assert log.contains('Unrecognized VM option')

// The migrated module has a test for each case; a case without a result fails, with the reason.
def failed = { test -> !test.failure.isEmpty() || !test.error.isEmpty() }
def hash = cases('migrated', 'HashBenchmark')
assert hash*.@name*.text() == ['hash(length=0)[1]', 'hash(length=16)[2]'] : hash*.@name*.text()
assert failed(hash[0]) && !failed(hash[1])
assert hash[0].text().contains('ArrayIndexOutOfBoundsException')
def heap = cases('migrated', 'HeapBenchmark')
assert heap.every(failed) && heap[0].text().contains('UseParallelOldGC') : heap.text()

// The executor and the options of the class still apply: fast threads, and the profiler.
def lookup = cases('migrated', 'LookupBenchmark-lookup')
assert lookup.size() == 1 && !failed(lookup[0])
def report = new File(basedir, 'migrated/target/reports/performance/com.acme.microbench.LookupBenchmark.json').text
assert report.contains('class.load') : report
true
