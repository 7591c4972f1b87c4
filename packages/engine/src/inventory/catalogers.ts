import type {
  ArchiveCataloger,
  Cataloger,
  ContentCataloger,
  FolderCataloger,
  ProgramCataloger,
} from './model/cataloger.ts'
import { apk } from './catalogers/alpine/apk.ts'
import { alpm } from './catalogers/arch/alpm.ts'
import { chisel } from './catalogers/debian/chisel.ts'
import { condaMeta } from './catalogers/conda/conda-meta.ts'
import { dpkg, opkg } from './catalogers/debian/dpkg.ts'
import { dotnetSingleFiles } from './catalogers/dotnet/single-files.ts'
import { otpApplications } from './catalogers/erlang/otp-applications.ts'
import { portage } from './catalogers/gentoo/portage.ts'
import { goPrograms } from './catalogers/go/go-programs.ts'
import { nativeImages } from './catalogers/graalvm/native-images.ts'
import { homebrew } from './catalogers/homebrew/homebrew.ts'
import { lockfiles } from './catalogers/lockfiles/lockfiles.ts'
import { javaRuntimes } from './catalogers/java/java-runtimes.ts'
import { jars } from './catalogers/java/jars.ts'
import { nodeModules } from './catalogers/javascript/node-modules.ts'
import { nixStore } from './catalogers/nix/nix-store.ts'
import { packageFiles } from './catalogers/packages/package-files.ts'
import { composerInstalled } from './catalogers/php/composer-installed.ts'
import { wordpress } from './catalogers/php/wordpress.ts'
import { packageNotes } from './catalogers/programs/package-notes.ts'
import { packed } from './catalogers/programs/packed.ts'
import { programsWith } from './catalogers/programs/programs.ts'
import { pythonScripts } from './catalogers/python/scripts.ts'
import { packageSboms, sitePackages } from './catalogers/python/site-packages.ts'
import { versionTexts } from './catalogers/programs/version-strings.ts'
import { zipapps } from './catalogers/python/zipapps.ts'
import { rPackages } from './catalogers/r/r-packages.ts'
import { rpm, rpmManifest } from './catalogers/redhat/rpm.ts'
import { gems } from './catalogers/ruby/gems.ts'
import { auditable } from './catalogers/rust/auditable.ts'
import { snaps } from './catalogers/snap/snaps.ts'
import { versionedFiles } from './catalogers/windows/versioned-files.ts'

/** All catalogers. A new one is a folder and a line here. */
export const catalogers: readonly Cataloger[] = [
  dpkg,
  opkg,
  chisel,
  apk,
  rpm,
  rpmManifest,
  alpm,
  nodeModules,
  sitePackages,
  packageSboms,
  gems,
  composerInstalled,
  wordpress,
  rPackages,
  condaMeta,
  otpApplications,
  homebrew,
  snaps,
  javaRuntimes,
  packageFiles,
  lockfiles,
]

/** Those of archives that are files of a tree. */
export const archiveCatalogers: readonly ArchiveCataloger[] = [jars]

/** Those of programs. */
export const programCatalogers: readonly ProgramCataloger[] = [
  goPrograms,
  auditable,
  dotnetSingleFiles,
  packageNotes,
  nativeImages,
  versionTexts,
  versionedFiles,
  packed,
]

/** Those of files that are recognized by their content. */
export const contentCatalogers: readonly ContentCataloger[] = [
  programsWith(programCatalogers),
  zipapps,
  pythonScripts,
]

/** Those of the names of folders. */
export const folderCatalogers: readonly FolderCataloger[] = [portage, nixStore]
