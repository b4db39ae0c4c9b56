#!/bin/sh
# Checks the HTML report in a headless Chromium: numbers against the record, console, network, keyboard, three widths.
# Chromium is found on the PATH, or set: CHROMIUM=/opt/chromium/chrome src/build/check-html-report.sh
# Screenshots are in microbench/target/html-report.
set -eu
cd "$(dirname "$0")/../.."
chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
if [ -z "$chromium" ]; then
    echo "check-html-report: no Chromium on the path; install it (apt-get install chromium) or set CHROMIUM to it" >&2
    exit 1
fi
exec ./mvnw -B -q -pl microbench test -Dgroups=chromium -DexcludedGroups= -Dtest='*ChromiumTest' \
    "-Dchromium=$chromium" "$@"
