/** Settings: license and copyright overrides. */
export const overrides = {
  kinds: {
    license: {
      title: 'Licenses',
      lead: 'Affected projects are rescanned.',
      add: 'New license override',
      none: 'No license overrides.',
      content: 'License',
      contentHint: 'SPDX expression, for example MIT OR Apache-2.0, or a LicenseRef',
      added: 'License override saved. Affected projects are being rescanned.',
      removeOf: (name: string) => `Remove license override of ${name}`,
      removed: (name: string) =>
        `License override of ${name} removed. Affected projects are being rescanned.`,
    },
    copyright: {
      title: 'Copyrights',
      lead: 'Returned by the API for the package.',
      add: 'New copyright override',
      none: 'No copyright overrides.',
      content: 'Copyright',
      contentHint: 'For example, Copyright 2014 The Authors',
      added: 'Copyright override saved.',
      removeOf: (name: string) => `Remove copyright override of ${name}`,
      removed: (name: string) => `Copyright override of ${name} removed.`,
    },
  },
  columns: { name: 'Package', version: 'Version', by: 'Created by', since: 'Created' },
  ecosystem: 'Ecosystem',
  name: 'Name',
  version: 'Version',
  versionHint: 'Leave empty for all versions that have no specific override.',
  anyVersion: 'All',
  save: 'Save',
  remove: 'Remove',
} as const
