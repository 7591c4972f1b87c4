import { z } from 'zod'
import { FilePart } from '../endpoint.ts'
import { optionalNameOf } from '../name.ts'
import { absent, Name, numberOr, ofJsonOrForm, Switch } from './client-inputs.ts'

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

/** What a webhook of version 4 or 5 sends; only BOM_PROCESSED has a document. */
export const NotificationInput = z.looseObject({
  notification: z.looseObject({
    group: z.string().max(100),
    subject: absent(
      z.looseObject({
        project: absent(z.looseObject({ name: Name, version: Name })),
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
