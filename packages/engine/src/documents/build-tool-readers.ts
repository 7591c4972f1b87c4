import type { DocumentReader } from '../inventory.ts'
import { conanLock } from './cpp/conan-lock.ts'
import { depsJson } from './dotnet/deps-json.ts'
import { packagesConfig } from './dotnet/packages-config.ts'
import { packagesLock } from './dotnet/packages-lock.ts'
import { goMod } from './go/go-mod.ts'
import { goSum } from './go/go-sum.ts'
import { cabalFreeze } from './haskell/cabal-freeze.ts'
import { stackLock } from './haskell/stack-lock.ts'
import { gradleLockfile } from './java/gradle-lockfile.ts'
import { gradleVerification } from './java/gradle-verification.ts'
import { pomXml } from './java/pom.ts'
import { composerLock } from './php/composer-lock.ts'
import { renvLock } from './r/renv-lock.ts'
import { gemfileLock } from './ruby/gemfile-lock.ts'
import { cargoLock } from './rust/cargo-lock.ts'

/** Of languages whose packages a build tool resolves. */
export const buildToolReaders: readonly DocumentReader[] = [
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
  cabalFreeze,
  stackLock,
]
