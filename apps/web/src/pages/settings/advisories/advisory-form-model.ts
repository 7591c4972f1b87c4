import { type OwnAdvisory, ownAdvisories } from '@assay/contract/own-advisories.ts'
import { advisoryRatings, referenceTypes } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { ownAdvisories as messages } from '../../../messages/own-advisories.ts'
import { splitList } from '../rules/split-list.ts'
import { type Affected, formatVersions, parseReferences, parseVersions } from './versions-model.ts'

/** A package as typed. */
export interface TypedPackage {
  /** Of its fields. */
  key: string
  ecosystem: string
  package: string
  release: string
  versions: string
}

const { id, summary, details, cvss, aliases, cwes } = ownAdvisories.create.body.shape

/** The contract's schema with form values as entered. */
export const schema = z.object({
  id,
  summary,
  details,
  cvss: z
    .string()
    .transform((text) => text.trim() || null)
    .pipe(cvss.unwrap()),
  severity: z.union([z.literal('').transform(() => null), z.enum(advisoryRatings)]),
  aliases: z.string().transform(splitList).pipe(aliases.unwrap()),
  cwes: z.string().transform(splitList).pipe(cwes.unwrap()),
  affected: z.string().transform((text, context) => {
    const read = readPackages(JSON.parse(text) as TypedPackage[])
    if ('affected' in read) return read.affected
    context.addIssue({ code: 'custom', message: read.wrong })
    return z.NEVER
  }),
  references: z.string().transform((text, context) => {
    const read = parseReferences(text, referenceTypes)
    if (Array.isArray(read)) return read
    context.addIssue({ code: 'custom', message: messages.form.invalidReference(read.wrong) })
    return z.NEVER
  }),
})

export const typedPackages = (affected: readonly Affected[]): TypedPackage[] =>
  affected.map((each, index) => ({
    key: String(index),
    ecosystem: each.ecosystem,
    package: each.package,
    release: each.release,
    versions: formatVersions(each),
  }))

/** What was typed, or what is wrong with it. */
export function readPackages(
  packages: readonly TypedPackage[],
): { affected: OwnAdvisory['affected'] } | { wrong: string } {
  const affected: OwnAdvisory['affected'] = []
  for (const { ecosystem, package: name, release, versions } of packages) {
    if (name.trim() === '') return { wrong: messages.form.nameMissing }
    const read = parseVersions(versions)
    if ('wrong' in read) return { wrong: messages.form.invalidVersions(read.wrong) }
    affected.push({ ecosystem, package: name.trim(), release: release.trim(), ...read })
  }
  return { affected }
}
