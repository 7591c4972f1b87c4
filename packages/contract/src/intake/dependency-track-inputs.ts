import { z } from 'zod'
import { FilePart, mediaTypes, postedForm } from '../endpoint.ts'
import { optionalNameOf } from '../name.ts'
import { absent, Name, numberOr, ofJsonOrForm, Switch } from './client-inputs.ts'
import { analysisJustifications, analysisResponses, analysisStates } from './dependency-track-objects.ts'

// Bodies and queries as the clients of Dependency-Track send them.

const Uuid = absent(
  z
    .string()
    .trim()
    .pipe(z.union([z.uuid(), z.literal('')])),
)
const TagName = optionalNameOf(100)

/** [{"name":"a"}], ["a"] or 'a,b'. */
const Tags = absent(
  z.union([
    z.array(z.union([z.looseObject({ name: TagName }).transform(({ name }) => name), TagName])).max(50),
    z
      .string()
      .max(5_000)
      .transform((text) => text.split(',').map((name) => name.trim()))
      .pipe(z.array(TagName).max(50)),
  ]),
).transform((names) => names && [...new Set(names.filter((name) => name !== ''))])

/** A document: base64 in JSON, a file in a form. */
const Content = absent(z.union([z.string(), FilePart, z.array(FilePart)]))

export const BomInput = ofJsonOrForm(
  z.object({
    project: Uuid,
    projectName: Name,
    projectVersion: Name,
    projectTags: Tags,
    autoCreate: Switch,
    parentUUID: Uuid,
    parentName: Name,
    parentVersion: Name,
    isLatest: Switch,
    isLatestProjectVersion: Switch,
    isActive: Switch,
    bom: Content,
  }),
)
export type BomInput = z.infer<typeof BomInput>

export const VexInput = ofJsonOrForm(
  z.object({ project: Uuid, projectName: Name, projectVersion: Name, vex: Content }),
)

const ToldProject = z.looseObject({ name: Name, version: Name })
const ToldText = absent(z.string().trim().max(1000))
const ToldComponent = z.looseObject({ group: ToldText, name: ToldText, version: ToldText, purl: ToldText })
const ToldVulnerability = z.looseObject({ vulnId: absent(z.string().trim().max(100)), severity: ToldText })
const maxTold = 10_000

/** What a webhook of version 4 or 5 sends: BOM_PROCESSED has a document, others name findings. */
export const NotificationInput = z.looseObject({
  notification: z.looseObject({
    group: z.string().max(100),
    subject: absent(
      z.looseObject({
        project: absent(ToldProject),
        affectedProjects: absent(z.array(ToldProject).max(maxTold)),
        component: absent(ToldComponent),
        vulnerability: absent(ToldVulnerability),
        vulnerabilities: absent(z.array(ToldVulnerability).max(maxTold)),
        analysis: absent(z.looseObject({ suppressed: Switch, state: ToldText })),
        bom: absent(z.looseObject({ content: absent(z.string()) })),
      }),
    ),
  }),
})

/** Fields that a version of a project can be created or changed with; others are ignored. */
export const ProjectInput = z.object({
  uuid: Uuid,
  name: Name,
  version: Name,
  tags: Tags,
  active: Switch,
  isLatest: Switch,
  parent: absent(z.looseObject({ uuid: Uuid })),
})

export const maxPageSize = 10_000

/** Pages by number, or by limit and offset. Larger pages than the maximum are shortened. */
export const pageQuery = {
  pageNumber: numberOr(1, 1),
  pageSize: numberOr(1, 100),
  limit: z.coerce.number().int().positive().optional(),
  offset: z.coerce.number().int().nonnegative().optional(),
  sortName: z.string().max(100).optional(),
  sortOrder: z.string().max(10).optional(),
  searchText: z.string().max(200).optional(),
}

/** A switch in a query. */
export const queryFlag = Switch

export const AnalysisInput = z.object({
  project: Uuid,
  component: Uuid,
  vulnerability: Uuid,
  analysisState: absent(z.enum(analysisStates)),
  analysisJustification: absent(z.enum(analysisJustifications)),
  analysisResponse: absent(z.enum(analysisResponses)),
  analysisDetails: absent(z.string().max(10_000)),
  comment: absent(z.string().max(5_000)),
  isSuppressed: Switch,
  suppressed: Switch,
})
export type AnalysisInput = z.infer<typeof AnalysisInput>

const Day = absent(z.union([z.iso.date(), z.iso.datetime({ offset: true })]))
const Score = absent(z.coerce.number().min(0).max(100))

/** Filters of findings of all versions; others are ignored. */
export const FindingsQuery = {
  showInactive: Switch,
  showSuppressed: Switch,
  /** Comma-separated, as are analysisStatus and textSearchField. */
  severity: absent(z.string().max(200)),
  analysisStatus: absent(z.string().max(200)),
  publishDateFrom: Day,
  publishDateTo: Day,
  attributedOnDateFrom: Day,
  attributedOnDateTo: Day,
  textSearchField: absent(z.string().max(200)),
  textSearchInput: absent(z.string().max(200)),
  cvssv3From: Score,
  cvssv3To: Score,
  epssFrom: Score,
  epssTo: Score,
  isKev: Switch,
}
const AllFindingsQuery = z.object(FindingsQuery)
export type FindingsQuery = z.output<typeof AllFindingsQuery>

export const LoginInput = z.object({
  username: z.string().trim().min(1).max(320),
  password: z.string().min(1).max(1000),
})
mediaTypes.add(LoginInput, { mediaType: postedForm, alternatives: ['application/json'] })

export const CloneInput = z.object({
  project: Uuid,
  version: Name,
  includeTags: Switch,
  includeProperties: Switch,
  includeComponents: Switch,
  makeCloneLatest: Switch,
})
export type CloneInput = z.infer<typeof CloneInput>

export const CloneV2Input = z.object({
  version: Name,
  version_is_latest: Switch,
  includes: z.array(z.string().max(50)).max(50).default([]),
})

const PropertyText = optionalNameOf(255)
export const propertyTypes = ['BOOLEAN', 'INTEGER', 'NUMBER', 'STRING', 'TIMESTAMP', 'URL', 'UUID'] as const

export const PropertyInput = z.object({
  groupName: absent(PropertyText),
  propertyName: absent(PropertyText),
  propertyValue: absent(z.string().max(1024)),
  propertyType: absent(z.enum(propertyTypes)),
  description: absent(z.string().max(255)),
})
export type PropertyInput = z.output<typeof PropertyInput>

/** Pages by token: https://github.com/DependencyTrack/dependency-track/tree/main/api/src/main/openapi */
export const v2Page = {
  limit: numberOr(1, 100),
  page_token: z.string().max(1000).optional(),
}
