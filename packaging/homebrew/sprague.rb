class Sprague < Formula
  desc "Laboratory for impartial games: exact values, winning moves and the reasons"
  homepage "@ADDRESS@"
  url "@ADDRESS@/releases/download/v@VERSION@/sprague-@VERSION@.tar.gz"
  sha256 "@SOURCE@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "crates/cli")
    system "cargo", "install", *std_cargo_args(path: "crates/certificate")
    generate_completions_from_executable(bin/"sprague", "completions")
    (man1/"sprague.1").write Utils.safe_popen_read(bin/"sprague", "man")
    man1.install "crates/certificate/sprague-check.1"
  end

  test do
    assert_match "Value 5", shell_output("#{bin}/sprague solve 'kayles: 5 7 + nim: 3'")
    system bin/"sprague", "prove", "kayles", "-o", "kayles.cert"
    assert_match "G(n+12) = G(n)", shell_output("#{bin}/sprague-check kayles.cert")
  end
end
