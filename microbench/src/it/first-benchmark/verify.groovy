import groovy.xml.XmlSlurper

// basedir is microbench/target/it/first-benchmark.
def page = new File(basedir, '../../../../src/docs/first-benchmark.md').getText('UTF-8')

// A line that consists of a path in backticks, then the file.
def files = (page =~ /(?ms)^`([^`\n]+)`\n\n```\w+\n(.*?)^```$/).iterator().collectEntries { [it[1], it[2]] }
assert files.keySet() == ['pom.xml', 'src/test/java/com/acme/ChecksumBenchmark.java'] as Set
def command = (page =~ /(?m)^```\n(mvn test -Dtest=.*)\n```$/)[0][1]

def project = new File(basedir, 'ein Ordner mit ü')
files.each { path, content ->
    def file = new File(project, path)
    file.parentFile.mkdirs()
    file.setText(content, 'UTF-8')
}

// The same Maven as that of this build, with the same repository and settings.
def settings = new File(basedir.parentFile, 'interpolated-settings.xml')
def environment = System.getenv().findAll { !(it.key in ['PATH', 'MAVEN_ARGS']) }.collect { it.key + '=' + it.value }
environment << 'PATH=' + System.getProperty('maven.home') + '/bin' + File.pathSeparator + System.getenv('PATH')
environment << 'MAVEN_ARGS=-B -s "' + settings + '" "-Dmaven.repo.local=' + localRepositoryPath + '"'
def build = ['sh', '-c', command].execute(environment, project)
def output = new StringBuffer()
build.waitForProcessOutput(output, output)
assert build.exitValue() == 0 : output

def report = new XmlSlurper().parse(new File(project, 'target/surefire-reports/TEST-com.acme.ChecksumBenchmark.xml'))
assert report.testcase*.@name*.text() == ['checksum(size=16)[1]', 'checksum(size=4096)[2]'] : output
def runs = new File(project, 'target/microbench').listFiles()
assert runs.size() == 1 && new File(runs[0], 'report.html').exists()
true
