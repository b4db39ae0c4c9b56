import groovy.xml.XmlSlurper

['exact', 'pattern'].each { run ->
    def report = new File(basedir, "target/surefire-reports/TEST-com.acme.lib.LibBenchmark-${run}.xml")
    def cases = new XmlSlurper().parse(report).testcase
    assert cases*.@name*.text() == ['squares(a=1)[1]', 'squares(a=3)[2]'] : run
    assert cases.every { it.failure.isEmpty() && it.error.isEmpty() && it.skipped.isEmpty() } : run
    assert cases.every { it.'system-out'.text().contains('Result "com.acme.lib.LibBenchmark.squares"') } : run
}
true
