import type { LicenseSource } from '../vocabulary.ts'

// For people, in all outputs and the interface.

/** Neither the inventory nor a registry nor an override names one. */
export const noLicense = 'No license found'

export const licenseSourceNames: Readonly<Record<LicenseSource, string>> = {
  declared: 'Declared',
  registry: 'Registry',
  override: 'Override',
}
