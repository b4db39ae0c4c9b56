import groovy.json.JsonSlurper
import groovy.xml.XmlSlurper

def runs = { new File(basedir, 'benchmarks/target/microbench').listFiles().findAll { new File(it, 'run.json').exists() } }
def first = runs()
assert first.size() == 1

// Assembles the command for the second of the two cases, as report.html does.
def page = new File(first[0], 'report.html').text
def data = new JsonSlurper().parseText((page =~ /(?s)<script[^>]*type="application\/json"[^>]*>(.*?)<\/script>/)[0][1])
def last = data.cases[1]
def values = [data.params, last.p].transpose().collect { name, value -> name + '=' + value }
def id = last.id ?: last.c + '.' + last.m + ':' + (values + ('threads=' + last.t)).join(',')
def command = data.command[0] + (last.q ?: last.c + " -Dmicrobench.cases='" + id + "'") + data.command[1]
assert command.startsWith('mvn -pl benchmarks -am ') : command
assert id == 'com.acme.SquareBenchmark.root:of=1024,threads=1' : id

// There is no wrapper here: the same Maven as that of this build, with the same repository and settings.
def maven = System.getProperty('maven.home')
def settings = new File(basedir.parentFile, 'interpolated-settings.xml')
def environment = System.getenv().findAll { !(it.key in ['PATH', 'MAVEN_ARGS']) }.collect { it.key + '=' + it.value }
environment << 'PATH=' + maven + '/bin' + File.pathSeparator + System.getenv('PATH')
environment << 'MAVEN_ARGS=-B -s "' + settings + '" "-Dmaven.repo.local=' + localRepositoryPath + '"'
def again = ['sh', '-c', command].execute(environment, basedir)
def output = new StringBuffer()
again.waitForProcessOutput(output, output)
assert again.exitValue() == 0 : output
assert output.contains('Tests run: 1, Failures: 0, Errors: 0, Skipped: 0') : output

assert runs().size() == 2
def cases = new XmlSlurper().parse(new File(basedir, 'benchmarks/target/surefire-reports/TEST-com.acme.SquareBenchmark.xml')).testcase
assert cases*.@name*.text() == ['root(of=1024)[2]'] : cases*.@name*.text()
true
