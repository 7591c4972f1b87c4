import type { ArchiveCataloger, Cataloger } from './model/cataloger.ts'
import { apk } from './catalogers/alpine/apk.ts'
import { alpm } from './catalogers/arch/alpm.ts'
import { dpkg, opkg } from './catalogers/debian/dpkg.ts'
import { lockfiles } from './catalogers/lockfiles/lockfiles.ts'
import { jars } from './catalogers/java/jars.ts'
import { nodeModules } from './catalogers/javascript/node-modules.ts'
import { composerInstalled } from './catalogers/php/composer-installed.ts'
import { sitePackages } from './catalogers/python/site-packages.ts'
import { rpm, rpmManifest } from './catalogers/redhat/rpm.ts'
import { gems } from './catalogers/ruby/gems.ts'

/** All catalogers. A new one is a folder and a line here. */
export const catalogers: readonly Cataloger[] = [
  dpkg,
  opkg,
  apk,
  rpm,
  rpmManifest,
  alpm,
  nodeModules,
  sitePackages,
  gems,
  composerInstalled,
  lockfiles,
]

/** Those of archives that are files of a tree. */
export const archiveCatalogers: readonly ArchiveCataloger[] = [jars]
