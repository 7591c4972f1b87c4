import { readJson } from '@assay/engine/documents/parsers/json-document.ts'
import { assessSbom, type ProfileAssessment, type RuleAssessment } from '@assay/engine/quality/assess-sbom.ts'
import { showControls } from '@assay/text/invisible.ts'
import { readFile } from 'node:fs/promises'
import { CommandError, type ExitCode, exitCodes, incompleteCode } from '../exit-codes.ts'

export interface CheckSbomOptions {
  /** Id of a profile that has to be met. */
  require?: string
  json?: boolean
}

/** Prints which minimum elements a document lacks, by profile. */
export async function checkSbom(
  path: string,
  { require: required, json = false }: CheckSbomOptions,
): Promise<ExitCode> {
  const read = readJson({ path, bytes: new Uint8Array(await readFile(path)) })
  const assessed = assessSbom(read.json)
  if (!assessed) {
    const reason = read.issues[0]?.message ?? `${path} is neither CycloneDX nor SPDX 2 as JSON`
    throw new CommandError(exitCodes.unsupported, reason)
  }
  if (json) process.stdout.write(`${JSON.stringify(assessed, null, 2)}\n`)
  else {
    const head = `${assessed.format}, ${assessed.components} ${assessed.components === 1 ? 'component' : 'components'}`
    process.stdout.write(`${[showControls(head), ...assessed.profiles.map(describeProfile)].join('\n\n')}\n`)
  }
  const isLacking = assessed.profiles.some(({ id, isMet }) => id === required && !isMet)
  return isLacking ? incompleteCode : 0
}

function describeProfile({ title, isMet, rules }: ProfileAssessment): string {
  const lacking = rules.filter(({ met, of }) => met < of)
  const state = isMet ? 'all required elements' : 'lacks required elements'
  return [`${title}: ${state}`, ...lacking.map(describeRule)].map(showControls).join('\n')
}

const named = 3

function describeRule({ title, level, subject, met, of, missing }: RuleAssessment): string {
  const note = level === 'additional' ? ' (if it exists)' : ''
  if (subject === 'document') return `  missing: ${title}${note}`
  const labels = missing.slice(0, named).join(', ')
  const more = of - met - Math.min(named, missing.length)
  return `  ${met} of ${of}: ${title}${note}; not ${labels}${more > 0 ? ` and ${more} more` : ''}`
}
