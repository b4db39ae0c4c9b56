import groovy.json.JsonSlurper
import groovy.xml.XmlSlurper

['kotlin', 'groovy', 'scala', 'lombok', 'eclipse', 'boot'].each { module ->
    def reports = new File(basedir, "$module/target/surefire-reports")
    assert new XmlSlurper().parse(new File(reports, 'TEST-com.acme.SqrtTest.xml')).testcase.size() == 1 : module
    // The report of the last run, which selected a method that does not exist.
    def last = new XmlSlurper().parse(new File(reports, 'TEST-com.acme.SqrtBenchmark.xml')).testcase
    assert last.size() == 1 && !(last[0].failure.isEmpty() && last[0].error.isEmpty()) : module
    def runs = new File(basedir, "$module/target/microbench").listFiles()
    assert runs.size() == 1 : module
    def scores = new JsonSlurper().parse(new File(runs[0], 'jmh.json'))
    assert scores*.benchmark == ['com.acme.SqrtBenchmark.cbrt', 'com.acme.SqrtBenchmark.sqrt'] : module
    assert new File(basedir, "$module/target/microbench-generated").list().size() == 1 : module
}
true
