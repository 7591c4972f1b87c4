import { counted } from '@assay/text/counted.ts'
import { codeSpan as code, escapeMarkdown as escape } from '@assay/text/markdown.ts'
import { showControls } from '@assay/text/invisible.ts'
import { severityCount } from '@assay/engine/severity-names.ts'
import type { Step, WireSeverity } from '@assay/engine/vocabulary.ts'
import { type PlacedInstruction, shellLines } from '@assay/engine/upgrades/instruct.ts'
import { describeObstacles, malwareAdvice } from '@assay/engine/upgrades/describe-instruction.ts'

/** An upgrade for printing, from a server or offline. */
export interface PlannedFix {
  language: string
  name: string
  from: string[]
  /** null if no release fixes it. */
  to: string | null
  step: Step | null
  isKnownRelease: boolean
  isDirect: boolean
  through: string[]
  closes: { severity: WireSeverity; count: number }[]
  knownExploited: number
  likelyExploited: number
  /** Only from a server. */
  projects?: number
  branches?: number
  isMalware: boolean
  /** For each file that lists the package; empty if projects differ. */
  instructions: PlacedInstruction[]
  /** Their shell commands. */
  command: string | null
  /** A change of a file that no package manager makes, as a diff. */
  edit?: { file: string; line: number; diff: string }
}

/** Prints text, JSON, or Markdown. */
export function writePlan(
  plan: PlannedFix[],
  { json, markdown, script }: { json?: boolean; markdown?: boolean; script?: boolean },
): void {
  const text = json
    ? JSON.stringify(plan)
    : markdown
      ? asMarkdown(plan)
      : script
        ? asScript(plan)
        : asText(plan)
  process.stdout.write(`${text}\n`)
}

const nothing = 'No upgrades needed: no known open vulnerabilities.'
const unfixable = 'No fix available yet'

function asText(plan: PlannedFix[]): string {
  if (plan.length === 0) return nothing
  const open = plan.filter((fix) => !isDoable(fix))
  const lines = plan
    .filter(isDoable)
    .flatMap((fix, at) => [
      `${at + 1}. ${titleOf(fix)}`,
      ...factsOf(fix).map((fact) => `   ${fact}`),
      ...(fix.command === null ? [] : [`   $ ${fix.command}`]),
      ...diffLines(fix).map((line) => `   ${line}`),
    ])
  const rest = open.map(
    (fix) => `   ${fix.name} ${fix.from.join(', ')}: ${[closesOf(fix), ...whyOf(fix)].join('; ')}`,
  )
  return [...lines, ...(open.length === 0 ? [] : [`${unfixable}:`, ...rest])].map(showControls).join('\n')
}

/** What no command does stays as a comment. */
function asScript(plan: PlannedFix[]): string {
  const doable = plan.filter(isDoable)
  const lines = shellLines(doable.map(({ instructions }) => instructions))
  const steps = doable.flatMap((fix, at) => [
    '',
    ...[`${at + 1}. ${titleOf(fix)}`, ...factsOf(fix)].map((text) => `# ${showControls(text)}`),
    ...[lines[at] ?? []].flat().map(showControls),
    ...patchLines(fix).map(showControls),
  ])
  const open = plan
    .filter((fix) => !isDoable(fix))
    .map((fix) => `# ${[`${unfixable}: ${fix.name} ${fix.from.join(', ')}`, ...whyOf(fix)].join('; ')}`)
  return [
    '#!/bin/sh',
    'set -e',
    ...steps,
    ...(open.length === 0 ? [] : ['', ...open.map(showControls)]),
  ].join('\n')
}

/** Why nothing fixes it, if that is known. */
const whyOf = ({ instructions }: PlannedFix): string[] => describeObstacles(instructions)

function asMarkdown(plan: PlannedFix[]): string {
  if (plan.length === 0) return nothing
  const open = plan.filter((fix) => !isDoable(fix))
  const items = plan
    .filter(isDoable)
    .map((fix) => `- [ ] ${code(titleOf(fix))}: ${factsOf(fix).map(escape).join('; ')}${pasted(fix)}`)
  const rest = open.map(
    (fix) =>
      `- ${code(`${fix.name} ${fix.from.join(', ')}`)}: ${[closesOf(fix), ...whyOf(fix).map(escape)].join('; ')}`,
  )
  return [
    ...(items.length === 0 ? [] : ['## Upgrades', '', ...items]),
    ...(open.length === 0 ? [] : ['', `## ${unfixable}`, '', ...rest]),
  ].join('\n')
}

const pasted = (fix: PlannedFix) => {
  const lines = [...(fix.command === null ? [] : [fix.command]), ...diffLines(fix)]
  return lines.length === 0 ? '' : `\n\n${lines.map((line) => `      ${showControls(line)}\n`).join('')}`
}

const diffLines = ({ edit }: PlannedFix): string[] => edit?.diff.replaceAll('\r', '').split('\n') ?? []

/** Lines of a diff begin with a sign, so that none of them ends the here-document. */
function patchLines(fix: PlannedFix): string[] {
  if (!fix.edit) return []
  const returned = fix.edit.diff.split('\n').flatMap((line, at) => (line.endsWith('\r') ? [at + 1] : []))
  return [patchCommand(returned), ...diffLines(fix), 'EOF']
}

/** Carriage returns at the ends of lines, which a script had better not have, are put back. */
const patchCommand = (returned: readonly number[]): string =>
  returned.length === 0
    ? "patch -p0 <<'EOF'"
    : `awk '${returned.map((line) => `NR==${line}`).join('||')}{$0=$0"\\r"}1' <<'EOF' | patch -p0`

/** Malware can be removed, whether or not a release is clean of it. */
const isDoable = ({ to, isMalware }: PlannedFix) => to !== null || isMalware

const titleOf = ({ name, from, to }: PlannedFix) => `${name} ${from.join(', ')} -> ${to ?? 'remove'}`

function factsOf(fix: PlannedFix): string[] {
  const { step, isDirect, through, isKnownRelease, projects, branches } = fix
  if (fix.edit) return [`a newer base image of the same line: ${fix.edit.file}:${fix.edit.line}`]
  const origin = isDirect ? 'Direct' : through.length > 0 ? `Through ${through.join(', ')}` : null
  const where =
    projects === undefined || branches === undefined
      ? null
      : `${counted(projects, 'project')}, ${counted(branches, 'branch', 'branches')}`
  return [
    [`closes ${closesOf(fix)}`, ...exploitsOf(fix)].join(', '),
    [origin, step && `${step} upgrade`, where].filter((each) => each !== null).join(' · '),
    ...[malwareAdvice(fix) ?? []].flat(),
    ...describeObstacles(fix.instructions, fix.to === null),
    ...(isKnownRelease ? [] : ['unconfirmed: an advisory names this version, its registry was not asked']),
  ]
}

const exploitsOf = ({ knownExploited, likelyExploited }: PlannedFix) => [
  ...(knownExploited > 0 ? [`${knownExploited} known exploited`] : []),
  ...(likelyExploited > 0 ? [`${likelyExploited} likely exploited (EPSS of 10% or more)`] : []),
]

const closesOf = ({ closes }: PlannedFix) =>
  closes.length === 0
    ? 'nothing alone: the package is in use in another affected version'
    : closes.map(({ severity, count: closed }) => severityCount(closed, severity)).join(', ')
