import groovy.xml.XmlSlurper

def reports = new File(basedir, 'target/surefire-reports')
def cases = { file -> new XmlSlurper().parse(new File(reports, file)).testcase }

def unit = cases('TEST-com.acme.ChecksumTest.xml')
assert unit*.@name*.text() == ['ofNothingIsZero']

def chosen = cases('TEST-com.acme.ChecksumBenchmark-chosen.xml')
assert chosen*.@name*.text() == ['checksum(size=16)[1]'] : chosen*.@name*.text()
assert chosen.every { it.'system-out'.text().contains('Result "com.acme.ChecksumBenchmark.checksum"') }

def log = new File(basedir, 'build.log').text
assert log.contains('Tests run: 8, Failures: 1') || log.contains('Tests run: 8, Failures: 0, Errors: 1')
assert log.contains('java.lang.IllegalArgumentException: too large: 256')
assert log.contains('nobody needs it')
assert log.contains('*:size=17')
assert log.contains('forks') && log.contains('two')
assert log.contains('about')
assert log.contains('-Dtest="ChecksumBenchmark#nosuch" chooses none of 8 cases.')
assert log.contains('-Dtest="ChecksumBenchmark#nosuch*" chooses none of 8 cases.')
assert log.contains('fork = "1" (system property) is no setting. The nearest name is forks.')
assert log.contains('measureIteration = "1" (system property) is no setting. The nearest name is measureIterations.')
true
