import { listNames } from '@assay/engine/advisories/lists.ts'
import type { ListId } from '@assay/engine/vocabulary.ts'
import type { Ecosystem } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'
import { join } from 'node:path'
import type { Config } from '#config.ts'

/** An automatically synced feed: the advisory archive of an ecosystem, or a list. */
export type Feed = ArchiveFeed | ListFeed

export interface ArchiveFeed {
  id: string
  name: string
  /** Base address or folder of all archives. */
  source: string
  ecosystem: Ecosystem
}

export interface ListFeed {
  id: ListId
  name: string
  /** Address or path of the list. */
  source: string
  ecosystem: null
}

export const lists = [
  { id: 'kev', setting: 'kev' },
  { id: 'eu-kev', setting: 'euKev' },
  { id: 'epss', setting: 'epss' },
  { id: 'end-of-life', setting: 'endOfLife' },
] as const

/** All feeds allowed by the settings, by id, whether used or not. */
export function feedsOf(settings: Config['feeds']): Map<string, Feed> {
  const { advisories: base } = settings
  const archives =
    base === undefined
      ? []
      : ecosystems
          .filter(({ isPublishedByOsv = true }) => isPublishedByOsv)
          .filter(({ id }) => typeof settings.ecosystems === 'string' || settings.ecosystems.includes(id))
          .map((ecosystem) => ({ id: ecosystem.id, name: ecosystem.name, source: base, ecosystem }))
  const listed = lists.flatMap(({ id, setting }) => {
    const source = settings[setting]
    return source === undefined ? [] : [{ id, name: listNames[id], source, ecosystem: null }]
  })
  return new Map([...archives, ...listed].map((feed) => [feed.id, feed]))
}

export const isWebAddress = (location: string) => /^https?:\/\//.test(location)

/** Address of a file stored next to an ecosystem's archive. */
export function locationIn({ source, ecosystem }: ArchiveFeed, file: string): string {
  const parts = [ecosystem.osvName, file]
  return isWebAddress(source) ? [source, ...parts.map(encodeURIComponent)].join('/') : join(source, ...parts)
}

/** Display name: the host or the path. */
export const displayLocationOf = (location: string) =>
  isWebAddress(location) ? new URL(location).host : location
