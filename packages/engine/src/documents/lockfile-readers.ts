import type { DocumentReader } from '../inventory.ts'
import { mavenInstall } from './lockfiles/bazel/maven-install.ts'
import { moduleLock } from './lockfiles/bazel/module-lock.ts'
import { condaExplicit } from './lockfiles/conda/conda-explicit.ts'
import { condaLock } from './lockfiles/conda/conda-lock.ts'
import { pixiLock } from './lockfiles/conda/pixi-lock.ts'
import { conanLock } from './lockfiles/cpp/conan-lock.ts'
import { vcpkgStatus } from './lockfiles/cpp/vcpkg-status.ts'
import { pubspecLock } from './lockfiles/dart/pubspec-lock.ts'
import { depsJson } from './lockfiles/dotnet/deps-json.ts'
import { packagesConfig } from './lockfiles/dotnet/packages-config.ts'
import { packagesLock } from './lockfiles/dotnet/packages-lock.ts'
import { paketLock } from './lockfiles/dotnet/paket-lock.ts'
import { projectAssets } from './lockfiles/dotnet/project-assets.ts'
import { mixLock } from './lockfiles/elixir/mix-lock.ts'
import { gleamManifest } from './lockfiles/erlang/gleam-manifest.ts'
import { rebarLock } from './lockfiles/erlang/rebar-lock.ts'
import { githubWorkflow } from './lockfiles/github/github-workflow.ts'
import { goMod } from './lockfiles/go/go-mod.ts'
import { goSum } from './lockfiles/go/go-sum.ts'
import { vendorModules } from './lockfiles/go/vendor-modules.ts'
import { cabalFreeze } from './lockfiles/haskell/cabal-freeze.ts'
import { stackLock } from './lockfiles/haskell/stack-lock.ts'
import { helmLock } from './lockfiles/infrastructure/helm-lock.ts'
import { terraformLock } from './lockfiles/infrastructure/terraform-lock.ts'
import { gradleLockfile } from './lockfiles/java/gradle-lockfile.ts'
import { gradleVerification } from './lockfiles/java/gradle-verification.ts'
import { pomXml } from './lockfiles/java/pom.ts'
import { bunLock } from './lockfiles/javascript/bun-lock.ts'
import { bunLockb } from './lockfiles/javascript/bun-lockb.ts'
import { denoLock } from './lockfiles/javascript/deno-lock.ts'
import { packageLock } from './lockfiles/javascript/package-lock.ts'
import { pnpmLock } from './lockfiles/javascript/pnpm-lock.ts'
import { yarnLock } from './lockfiles/javascript/yarn-lock.ts'
import { juliaManifest } from './lockfiles/julia/julia-manifest.ts'
import { flakeLock } from './lockfiles/nix/flake-lock.ts'
import { luarocksLock } from './lockfiles/others/luarocks-lock.ts'
import { opamLocked } from './lockfiles/others/opam-locked.ts'
import { cpanfileSnapshot } from './lockfiles/perl/cpanfile-snapshot.ts'
import { composerLock } from './lockfiles/php/composer-lock.ts'
import { pdmLock } from './lockfiles/python/pdm-lock.ts'
import { pipfileLock } from './lockfiles/python/pipfile-lock.ts'
import { poetryLock } from './lockfiles/python/poetry-lock.ts'
import { pylockToml } from './lockfiles/python/pylock-toml.ts'
import { requirementsTxt } from './lockfiles/python/requirements-txt.ts'
import { uvLock } from './lockfiles/python/uv-lock.ts'
import { renvLock } from './lockfiles/r/renv-lock.ts'
import { resolvedManifest } from './lockfiles/resolved/resolved-manifest.ts'
import { gemfileLock } from './lockfiles/ruby/gemfile-lock.ts'
import { cargoLock } from './lockfiles/rust/cargo-lock.ts'
import { sbtLock } from './lockfiles/scala/sbt-lock.ts'
import { cartfileResolved } from './lockfiles/swift/cartfile-resolved.ts'
import { packageResolved } from './lockfiles/swift/package-resolved.ts'
import { podfileLock } from './lockfiles/swift/podfile-lock.ts'

/** All readers of lockfiles and manifests. */
export const lockfileReaders: readonly DocumentReader[] = [
  podfileLock,
  pubspecLock,
  mixLock,
  githubWorkflow,
  packageResolved,
  bunLock,
  bunLockb,
  pnpmLock,
  yarnLock,
  pdmLock,
  pipfileLock,
  poetryLock,
  pylockToml,
  requirementsTxt,
  uvLock,
  packageLock,
  pomXml,
  gradleLockfile,
  gradleVerification,
  goMod,
  goSum,
  cargoLock,
  gemfileLock,
  composerLock,
  packagesLock,
  packagesConfig,
  depsJson,
  conanLock,
  vcpkgStatus,
  renvLock,
  cpanfileSnapshot,
  cabalFreeze,
  stackLock,
  resolvedManifest,
  mavenInstall,
  moduleLock,
  condaLock,
  condaExplicit,
  pixiLock,
  paketLock,
  projectAssets,
  gleamManifest,
  rebarLock,
  vendorModules,
  helmLock,
  terraformLock,
  denoLock,
  juliaManifest,
  flakeLock,
  luarocksLock,
  opamLocked,
  sbtLock,
  cartfileResolved,
]
