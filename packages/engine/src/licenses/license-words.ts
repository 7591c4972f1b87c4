import type { LicenseVerdict, LicenseViolation } from '../scan-result.ts'
import type { LicenseSource } from '../vocabulary.ts'

// For people, in all outputs and the interface.

/** Displayed if neither the inventory nor a registry nor an override names a license. */
export const noLicense = 'No license found'

/** Displayed next to a component. */
export const licenseWarnings: Readonly<Record<NonNullable<LicenseVerdict['warning']>, string>> = {
  undeclared: noLicense,
  unrecognized: 'The license is not recognized, so a policy could not be checked',
}

export const describeViolation = ({ policy, license }: LicenseViolation): string =>
  license === '' ? `No license is known, which violates ${policy}` : `${license} violates ${policy}`

/** For the license of a component. */
export const licenseSourceNames: Readonly<Record<LicenseSource, string>> = {
  declared: 'Declared',
  registry: 'Registry',
  override: 'Override',
}

/** For licenses in use, next to their number of components. */
export const licenseUseSources: Readonly<Record<LicenseSource, string>> = {
  declared: 'inventory',
  registry: 'registry',
  override: 'your account',
}
