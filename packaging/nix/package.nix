{
  lib,
  fetchurl,
  installShellFiles,
  rustPlatform,
  stdenv,
}:

rustPlatform.buildRustPackage (finalAttrs: {
  pname = "sprague";
  version = "@VERSION@";

  # the sources with the page inside, as it was built
  src = fetchurl {
    url = "@ADDRESS@/releases/download/v${finalAttrs.version}/sprague-${finalAttrs.version}.tar.gz";
    sha256 = "@SOURCE@";
  };

  # told by the first build, which fails with this value
  cargoHash = lib.fakeHash;

  cargoBuildFlags = [
    "-p"
    "sprague-cli"
    "-p"
    "sprague-certificate"
  ];

  # the tests need files of the repository, a browser and much time
  doCheck = false;

  nativeBuildInputs = [ installShellFiles ];

  postInstall = ''
    installManPage crates/certificate/sprague-check.1
  ''
  + lib.optionalString (stdenv.buildPlatform.canExecute stdenv.hostPlatform) ''
    $out/bin/sprague man > sprague.1
    installManPage sprague.1
    installShellCompletion --cmd sprague \
      --bash <($out/bin/sprague completions bash) \
      --zsh <($out/bin/sprague completions zsh) \
      --fish <($out/bin/sprague completions fish)
  '';

  doInstallCheck = true;
  installCheckPhase = ''
    $out/bin/sprague prove kayles -o kayles.cert
    $out/bin/sprague-check kayles.cert
  '';

  meta = {
    description = "Laboratory for impartial games: exact values, winning moves and the reasons";
    homepage = "@ADDRESS@";
    changelog = "@ADDRESS@/blob/v${finalAttrs.version}/CHANGELOG.md";
    license = with lib.licenses; [
      mit
      asl20
    ];
    mainProgram = "sprague";
    platforms = lib.platforms.unix;
  };
})
