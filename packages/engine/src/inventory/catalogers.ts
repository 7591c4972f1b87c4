import type { Cataloger } from './model/cataloger.ts'
import { apk } from './catalogers/alpine/apk.ts'
import { alpm } from './catalogers/arch/alpm.ts'
import { dpkg, opkg } from './catalogers/debian/dpkg.ts'
import { lockfiles } from './catalogers/lockfiles/lockfiles.ts'
import { rpm, rpmManifest } from './catalogers/redhat/rpm.ts'

/** All catalogers. A new one is a folder and a line here. */
export const catalogers: readonly Cataloger[] = [dpkg, opkg, apk, rpm, rpmManifest, alpm, lockfiles]
