import { nameUuid } from '@assay/engine/name-uuid.ts'

/** Clients use what the version that they read supports. */
export const apiVersion = '4.14.2'

const timestamp = '2026-01-01T00:00:00Z'

export const versionResponse = {
  application: 'Dependency-Track',
  version: apiVersion,
  timestamp,
  uuid: nameUuid('urn:assay:dependency-track'),
  systemUuid: nameUuid('urn:assay:dependency-track:system'),
  framework: {
    name: 'Alpine',
    version: '3.4.0',
    timestamp,
    uuid: nameUuid('urn:assay:dependency-track:framework'),
  },
}
