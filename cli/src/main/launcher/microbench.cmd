@echo off
rem Starts Microbench on Windows (not tested there yet). Unlike bin/microbench it uses no archive of classes,
rem so each start takes longer, and it always has Maven's resolver on the class path.
setlocal
set "home=%~dp0.."
if defined JAVA_HOME (set "java=%JAVA_HOME%\bin\java.exe") else (set "java=java.exe")
rem JMH 1.37 uses Unsafe; JDK 24 and newer print warnings without this option, which older ones do not have.
"%java%" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xms24m -Xlog:disable -XX:+IgnoreUnrecognizedVMOptions ^
  --sun-misc-unsafe-memory-access=allow %MICROBENCH_OPTS% ^
  -classpath "%home%\lib\microbench-cli.jar;%home%\lib\maven\*" io.microbench.cli.Main %*
exit /b %ERRORLEVEL%
