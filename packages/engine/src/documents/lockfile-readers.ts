import type { DocumentReader } from '../inventory.ts'
import { conanLock } from './lockfiles/cpp/conan-lock.ts'
import { pubspecLock } from './lockfiles/dart/pubspec-lock.ts'
import { depsJson } from './lockfiles/dotnet/deps-json.ts'
import { packagesConfig } from './lockfiles/dotnet/packages-config.ts'
import { packagesLock } from './lockfiles/dotnet/packages-lock.ts'
import { mixLock } from './lockfiles/elixir/mix-lock.ts'
import { githubWorkflow } from './lockfiles/github/github-workflow.ts'
import { goMod } from './lockfiles/go/go-mod.ts'
import { goSum } from './lockfiles/go/go-sum.ts'
import { cabalFreeze } from './lockfiles/haskell/cabal-freeze.ts'
import { stackLock } from './lockfiles/haskell/stack-lock.ts'
import { gradleLockfile } from './lockfiles/java/gradle-lockfile.ts'
import { gradleVerification } from './lockfiles/java/gradle-verification.ts'
import { pomXml } from './lockfiles/java/pom.ts'
import { bunLock } from './lockfiles/javascript/bun-lock.ts'
import { packageLock } from './lockfiles/javascript/package-lock.ts'
import { pnpmLock } from './lockfiles/javascript/pnpm-lock.ts'
import { yarnLock } from './lockfiles/javascript/yarn-lock.ts'
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
  renvLock,
  cpanfileSnapshot,
  cabalFreeze,
  stackLock,
  resolvedManifest,
]
