import type { DocumentReader } from '../../inventory.ts'
import { conanLock } from './cpp/conan-lock.ts'
import { pubspecLock } from './dart/pubspec-lock.ts'
import { depsJson } from './dotnet/deps-json.ts'
import { packagesConfig } from './dotnet/packages-config.ts'
import { packagesLock } from './dotnet/packages-lock.ts'
import { mixLock } from './elixir/mix-lock.ts'
import { githubWorkflow } from './github/github-workflow.ts'
import { goMod } from './go/go-mod.ts'
import { goSum } from './go/go-sum.ts'
import { cabalFreeze } from './haskell/cabal-freeze.ts'
import { stackLock } from './haskell/stack-lock.ts'
import { gradleLockfile } from './java/gradle-lockfile.ts'
import { gradleVerification } from './java/gradle-verification.ts'
import { pomXml } from './java/pom.ts'
import { bunLock } from './javascript/bun-lock.ts'
import { packageLock } from './javascript/package-lock.ts'
import { pnpmLock } from './javascript/pnpm-lock.ts'
import { yarnLock } from './javascript/yarn-lock.ts'
import { cpanfileSnapshot } from './perl/cpanfile-snapshot.ts'
import { composerLock } from './php/composer-lock.ts'
import { pdmLock } from './python/pdm-lock.ts'
import { pipfileLock } from './python/pipfile-lock.ts'
import { poetryLock } from './python/poetry-lock.ts'
import { pylockToml } from './python/pylock-toml.ts'
import { requirementsTxt } from './python/requirements-txt.ts'
import { uvLock } from './python/uv-lock.ts'
import { renvLock } from './r/renv-lock.ts'
import { gemfileLock } from './ruby/gemfile-lock.ts'
import { cargoLock } from './rust/cargo-lock.ts'
import { packageResolved } from './swift/package-resolved.ts'
import { podfileLock } from './swift/podfile-lock.ts'

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
]
