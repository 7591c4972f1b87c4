import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { optionalNameOf } from './name.ts'
import { named } from './named.ts'

const Text = z.string().max(2000)
const Name = optionalNameOf(2000)
const list = <S extends z.ZodType>(items: S) => z.array(items).max(20_000).default([])
/** A part of the report that other programs may leave out. */
const part = <S extends z.ZodType>(reports: S) => z.object({ reports: list(reports) }).prefault({})

const Versions = z.object({
  latestPatch: Text.optional(),
  latestMinor: Text.optional(),
  latestMajor: Text.optional(),
})

const Affected = z.object({
  dependency: z.object({ name: Name, version: Text }),
  advices: list(z.object({ id: Text.default(''), cve: Text.default('N/A'), severity: Text.default('NA') })),
  safeVersions: Versions.prefault({}),
})
const Licensed = z.object({ name: Name, version: Text, warnings: list(Text), violations: list(Text) })
const Upgrade = z.object({ name: Name, version: Text, language: Text, upgradedTo: Text })

/** What is read of a report file. */
const ReportOfBot = named('ReportOfBot', {
  autofix: z.object({ changes: list(Upgrade) }).optional(),
  reports: z
    .object({
      security: part(z.object({ language: Text, reports: list(Affected) })),
      stability: part(
        z.object({ language: Text, versions: list(Versions.extend({ name: Name, version: Text })) }),
      ),
      licensing: part(z.object({ language: Text, results: list(Licensed) })),
    })
    .prefault({}),
})

export const gitbot = endpoints({
  parse: {
    method: 'POST',
    path: '/api/v1/gitbot/results/parse',
    permission: 'public',
    audited: false,
    repeatable: 'it changes nothing',
    maxBodyBytes: 4 * 1024 * 1024,
    summary: 'The title and text of a pull request or an issue about a report file; nothing is stored',
    query: z.object({
      /** Sections to leave out, separated by commas. */
      exclude: z
        .string()
        .max(100)
        .regex(/^(?:(?:issues|licenses),?)*$/)
        .default(''),
    }),
    body: z.object({
      report: ReportOfBot,
      options: z
        .object({
          /** For a pull request with the upgrades of the report; otherwise for an issue. */
          autofix: z.boolean().default(false),
          issue: z.boolean().default(false),
          /** The pull request contains the report as report.pdf. */
          report: z.boolean().default(false),
        })
        .prefault({}),
    }),
    responses: {
      200: z.object({
        /** '' if there is nothing to open. */
        title: z.string(),
        /** Markdown. */
        message: z.string(),
      }),
    },
  },
})
