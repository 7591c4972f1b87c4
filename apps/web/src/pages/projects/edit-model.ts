import type { ProjectItem, ProjectMinimums } from '@assay/contract/projects.ts'
import { domains } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { projects } from '../../messages/projects.ts'

const messages = projects.editing

const minimum = z
  .string()
  .trim()
  .regex(/^(?:\d|[1-9]\d|100)?$/, messages.number)

/** Form values as entered. */
export const EditForm = z.object({
  name: z.string().trim().min(1).max(200),
  tags: z.string().max(5_000),
  defaultBranch: z.string().trim().max(250),
  security: minimum,
  stability: minimum,
  licensing: minimum,
})
export type EditForm = z.infer<typeof EditForm>

/** Initial form values of a project. */
export const formOf = ({ name, tags, defaultBranch, ownMinimums }: ProjectItem): EditForm => ({
  name,
  tags: tags.join(', '),
  defaultBranch: defaultBranch ?? '',
  security: textOf(ownMinimums?.security),
  stability: textOf(ownMinimums?.stability),
  licensing: textOf(ownMinimums?.licensing),
})

/** The request body; teamUuid '' stands for no team. */
export const changeOf = ({ name, tags, defaultBranch, ...scores }: EditForm, teamUuid: string) => ({
  name,
  tags: [
    ...new Set(
      tags
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    ),
  ],
  defaultBranch: defaultBranch === '' ? null : defaultBranch,
  ownMinimums: minimumsOf(scores),
  teamUuid: teamUuid === '' ? null : teamUuid,
})

function minimumsOf(scores: Pick<EditForm, (typeof domains)[number]>): ProjectMinimums | null {
  const numbers = Object.fromEntries(
    domains.map((domain) => [domain, scores[domain] === '' ? null : Number(scores[domain])]),
  ) as ProjectMinimums
  return domains.every((domain) => numbers[domain] === null) ? null : numbers
}

const textOf = (score: number | null | undefined) => (typeof score === 'number' ? String(score) : '')
