import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A package with the consecutive versions used by a well-maintained project. */
export interface PackageHistory {
  ecosystem: EcosystemId
  name: string
  license: string | null
  /** The parent package; null for direct dependencies. */
  requiredBy: string | null
  /** The package it is released with: 'rails' for 'actionpack'. */
  family: string
  /** Oldest first. */
  releases: { version: string; /** Epoch ms of the month of release. */ at: number }[]
}

const folder = join(import.meta.dirname, 'histories')

/** For all ecosystems. Line format: 'name | license | required by | version month, version month'. */
export const readHistories = (): PackageHistory[] =>
  readdirSync(folder)
    .toSorted()
    .flatMap((file) => {
      const id = basename(file, '.txt')
      const ecosystem = ecosystems.find((each) => each.id === id)!.id
      const lines = readFileSync(join(folder, file), 'utf8').trim().split('\n')
      const histories = lines.map((line) => readLine(ecosystem, line))
      return histories.map((history) => ({ ...history, family: familyOf(history, histories) }))
    })

type Line = Omit<PackageHistory, 'family'>

function familyOf(member: Line, all: readonly Line[]): string {
  const parent = all.find(({ name }) => name === member.requiredBy)
  if (!parent) return member.name
  const versions = new Set(parent.releases.map(({ version }) => version))
  const shared = member.releases.filter(({ version }) => versions.has(version))
  return shared.length > member.releases.length / 2 ? familyOf(parent, all) : member.name
}

function readLine(ecosystem: EcosystemId, line: string): Line {
  const [name = '', license, requiredBy, releases = ''] = line.split('|').map((part) => part.trim())
  return {
    ecosystem,
    name,
    license: license || null,
    requiredBy: requiredBy || null,
    releases: releases.split(', ').map((release) => {
      const [version = '', month] = release.split(' ')
      return { version, at: Date.parse(`${month}-01`) }
    }),
  }
}
