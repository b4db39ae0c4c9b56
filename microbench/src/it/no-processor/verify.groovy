import groovy.xml.XmlSlurper

def report = { name -> new XmlSlurper().parse(new File(basedir, "target/surefire-reports/TEST-com.acme.${name}.xml")) }
def measured = report('SquareRootBenchmark').testcase
assert measured*.@name*.text() == ['squareRoot(of=2.0)[1]', 'squareRoot(of=1024.0)[2]'] || measured.size() == 2
assert measured.every { it.failure.isEmpty() && it.error.isEmpty() && it.skipped.isEmpty() }
assert report('HiddenBenchmark').text().contains('com.acme.HiddenBenchmark: The instantiated @State annotation only supports public classes.')
assert report('PrivateBenchmark').text().contains('com.acme.PrivateBenchmark.nothing: @Benchmark method should be public.')
true
