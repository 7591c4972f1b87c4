import { type DockerfileArgument, type DockerfileStage, readStages } from './dockerfile-stages.ts'
import { fillIn, variablesIn } from './variables.ts'

/** What the final stage of a Dockerfile is built on. */
export interface DockerfileBase {
  /** With the values of its arguments: 'node:20.1-slim'. */
  name: string
  /** 1-based. */
  line: number
}

/** The image under the final stage, and not those that only other stages use. null if it is none, such as scratch. */
export function baseOfDockerfile(text: string): DockerfileBase | null {
  const stage = finalStage(readStages(text).stages)
  return stage && stage.name !== 'scratch' ? { name: stage.name, line: stage.line } : null
}

/** The stage that names an image, from the last one through those that it is built on. */
function finalStage(stages: readonly DockerfileStage[]): DockerfileStage | null {
  const stage = stages.at(-1)
  if (!stage) return null
  const alias = stage.name.toLowerCase()
  const under = stages.slice(0, -1).findLastIndex((each) => each.alias?.toLowerCase() === alias)
  return under < 0 ? stage : finalStage(stages.slice(0, under + 1))
}

interface NewTag {
  tag: string
  /** Of what it leads to; only used where the present one is pinned. */
  digest: string
}

/**
 * The Dockerfile with another tag of its base image. An argument that the name is made of is changed where it is set. null
 * if that would change another image, or cannot be done by changing values.
 */
export function withBase(text: string, to: NewTag): string | null {
  const { stages, args } = readStages(text)
  const stage = finalStage(stages)
  const wanted = stage && renamed(stage.name, to)
  const edits = wanted ? editsFor({ ...stage, to: wanted }, args, to) : null
  const edited = edits?.reduce<string | null>((so, edit) => so && replaceIn(so, edit), text) ?? null
  return edited !== null &&
    hasOnlyChanged(stages, readStages(edited).stages, { from: stage!.name, to: wanted! })
    ? edited
    : null
}

const pinned = /@sha(?:256|512):[\da-f]+$/

/** 'node:20.1@sha256:…' with another tag; null without a tag, which names no version. */
function renamed(name: string, { tag, digest }: NewTag): string | null {
  const [, repository] = /^(.+):[\w][\w.-]{0,127}$/.exec(name.replace(pinned, '')) ?? []
  if (repository === undefined) return null
  return `${repository}:${tag}${pinned.test(name) ? `@${digest}` : ''}`
}

interface LineEdit {
  line: number
  from: string
  to: string
}

type Arguments = ReadonlyMap<string, DockerfileArgument>

/** Of the FROM line, and of arguments: of one if that is enough, else of all. */
function editsFor(
  { written, line, to }: DockerfileStage & { to: string },
  args: Arguments,
  { digest }: NewTag,
): LineEdit[] | null {
  const names = [...new Set(variablesIn(written).map(({ name }) => name))]
  if (names.length === 0) return [{ line, from: written, to }]
  const template = written.replace(pinned, `@${digest}`)
  for (const free of [...names.map((name) => [name]), names]) {
    const values = solve(template, to, { args, free: new Set(free) })
    if (!values) continue
    const filled = withDefaults(template, values, args)
    return [
      ...(filled === written ? [] : [{ line, from: written, to: filled }]),
      ...[...values].flatMap(([name, value]) => editOfArgument(name, value, args)),
    ]
  }
  return null
}

const editOfArgument = (name: string, value: string, args: Arguments): LineEdit[] => {
  const known = args.get(name)
  if (known === undefined) return []
  const [from, to] = [known.value, value].map((each) => `${name}=${known.quote}${each}`)
  return [{ line: known.line, from: from!, to: to! }]
}

interface Unknowns {
  args: Arguments
  free: ReadonlySet<string>
}

/** Values of free variables with which the text becomes the wanted one. */
function solve(text: string, wanted: string, { args, free }: Unknowns): Map<string, string> | null {
  const found = variablesIn(text)
  const isLiteral = found.every(({ name, word }) => !(args.get(name)?.value ?? word ?? '$').includes('$'))
  if (!isLiteral) return null
  let at = 0
  const parts = found.map(({ name, start, end }) => {
    const before = RegExp.escape(text.slice(at, start))
    const value = fillIn(text.slice(start, end), (each) => args.get(each)?.value)
    at = end
    return `${before}${free.has(name) ? '([^@\\s]+?)' : RegExp.escape(value)}`
  })
  const match = new RegExp(`^${parts.join('')}${RegExp.escape(text.slice(at))}$`).exec(wanted)
  const values = new Map<string, string>()
  for (const [index, { name }] of found.filter((each) => free.has(each.name)).entries()) {
    const value = match?.[index + 1]
    if (value === undefined || (values.get(name) ?? value) !== value) return null
    values.set(name, value)
  }
  return values
}

/** Values of variables that no argument sets stand in the text: '${VERSION:-20.1}'. */
const withDefaults = (text: string, values: ReadonlyMap<string, string>, args: Arguments): string =>
  variablesIn(text).reduceRight((so, { name, start, end, word }) => {
    const value = args.has(name) ? undefined : values.get(name)
    if (value === undefined || word === undefined) return so
    const kept = so.slice(start, end).slice(0, -`${word}}`.length)
    return `${so.slice(0, start)}${kept}${value}}${so.slice(end)}`
  }, text)

const maxContinued = 5

/** Instructions may go on in the next lines. null if the text is not there. */
function replaceIn(text: string, { line, from, to }: LineEdit): string | null {
  const lines = text.split('\n')
  const end = line - 1 + maxContinued
  const at = lines.findIndex((each, index) => index >= line - 1 && index < end && each.includes(from))
  if (at < 0) return null
  return lines
    .with(
      at,
      lines[at]!.replace(from, () => to),
    )
    .join('\n')
}

/** Whether every image is as before, except for the one that was to change. */
const hasOnlyChanged = (
  before: readonly DockerfileStage[],
  after: readonly DockerfileStage[],
  { from, to }: { from: string; to: string },
): boolean =>
  before.length === after.length &&
  before.every(({ name }, at) => after[at]!.name === name || (name === from && after[at]!.name === to)) &&
  after.some(({ name }) => name === to)

/** The lines that differ between two texts of as many lines, for `patch`. */
export function diffOfLines(path: string, before: string, after: string): string {
  const lines = after.split('\n')
  const end = (at: number) => (at === lines.length - 1 ? '\n\\ No newline at end of file' : '')
  const hunks = before
    .split('\n')
    .flatMap((line, at) =>
      line === lines[at] ? [] : [`@@ -${at + 1} +${at + 1} @@\n-${line}${end(at)}\n+${lines[at]!}${end(at)}`],
    )
  return [`--- ${path}`, `+++ ${path}`, ...hunks].join('\n')
}
