import groovy.xml.XmlSlurper

def report = new XmlSlurper().parse(new File(basedir, 'target/surefire-reports/TEST-com.acme.SquareRootBenchmark.xml'))
def names = report.testcase*.@name*.text()
assert names == ['squareRoot(of=2)[1]', 'squareRoot(of=1024)[2]'] : names
assert report.testcase.every { it.@classname.text() == 'com.acme.SquareRootBenchmark' }
assert new File(basedir, 'target/microbench').listFiles().any { new File(it, 'run.json').exists() }
true
