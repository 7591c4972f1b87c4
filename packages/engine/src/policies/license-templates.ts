import { allLicenses } from '../licenses/spdx.ts'
import type { LicensePolicy } from '../scan-result.ts'

const agpl = /^AGPL-/
const gpl = /^A?GPL-/
/** Copyleft families, including weak copyleft. */
const copyleft =
  /^(?:A?GPL|LGPL|MPL|EPL|CPL|IPL|CDDL|EUPL|CECILL|OSL|AFL-1|RPL|SSPL|MS-RL|CC-BY-SA|CC-BY-NC-SA|GFDL|ODbL|OFL|APSL|QPL|Sleepycat|NPL|SPL|SISSL|RPSL|LPL|CUA-OPL|Watcom)/

/** Policy templates derived from the SPDX list. */
export const licenseTemplates: readonly LicensePolicy[] = [
  { name: 'no AGPL', mode: 'DENY', licenses: matching(agpl) },
  { name: 'no GPL', mode: 'DENY', licenses: matching(gpl) },
  { name: 'no copyleft', mode: 'DENY', licenses: matching(copyleft) },
]

function matching(pattern: RegExp): string[] {
  return [...allLicenses()].map(([id]) => id).filter((id) => pattern.test(id))
}
