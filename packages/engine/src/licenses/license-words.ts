import type { LicenseSource } from '../vocabulary.ts'

// For people, in all outputs and the interface.

/** Neither the inventory nor a registry nor an override names one. */
export const noLicense = 'No license found'

/** Of the license of a component. */
export const licenseSourceNames: Readonly<Record<LicenseSource, string>> = {
  declared: 'Declared',
  registry: 'Registry',
  override: 'Override',
}

/** Of the licenses in use, beside their number of components. */
export const licenseUseSources: Readonly<Record<LicenseSource, string>> = {
  declared: 'inventory',
  registry: 'registry',
  override: 'your account',
}
