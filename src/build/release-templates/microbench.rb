# Homebrew: Formula/microbench.rb of the tap microbench/homebrew-tap.
class Microbench < Formula
  desc "Measures Java from the command-line with JMH"
  homepage "https://github.com/microbench/microbench"
  url "@url@/microbench-@version@.tar.gz"
  sha256 "@tar.sha256@"
  license "Apache-2.0"

  depends_on "openjdk"

  def install
    libexec.install "bin", "lib"
    (bin/"microbench").write_env_script libexec/"bin/microbench", Language::Java.overridable_java_home_env
    bash_completion.install "completion/microbench_completion" => "microbench"
    man1.install "man/microbench.1"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/microbench --version")
  end
end
