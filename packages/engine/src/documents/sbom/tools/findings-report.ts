import type { DocumentReader, ReadResult, SourceDocument } from '../../../inventory.ts'
import { type IssueLog, issueLog } from '../../parsers/issue-log.ts'
import { readJson } from '../../parsers/json-document.ts'
import { type ReportedPackage, readToolReport, reportFound } from './tool-report.ts'

/** What a scanner for vulnerabilities says about packages. */
export interface FindingsReport {
  /** 'pip-audit'. */
  tool: string
  /** What it is of; '' if it does not say. */
  subject: string
  packages: readonly FoundPackage[]
  vulnerabilities: number
  /** It lists only packages with vulnerabilities. */
  isPartial: boolean
  /** See ScannedDocument. */
  mitigated?: readonly string[]
}

export interface FoundPackage {
  purl: string
  name: string
  version: string
  /** Where it was found; '' if the document does not say. */
  file?: string
  isDevelopment?: boolean
  isDirect?: boolean | null
  /** JSON pointer or line, after the path of the document. */
  at: string
}

interface Format {
  id: string
  /** 'pip-audit JSON'. */
  title: string
  matchesPath(fileName: string): boolean
  recognizes(json: unknown): boolean
  /** Called if the document is recognized. */
  report(json: unknown, log: IssueLog): FindingsReport
}

/** A reader for the JSON of a scanner, whose packages become components; what it found is not taken over. */
export const findingsReader = ({ id, title, matchesPath, recognizes, report }: Format): DocumentReader => ({
  id,
  matchesPath,
  recognizes,
  read(document) {
    const { path } = document
    const { json, issues } = readJson(document)
    if (json === undefined) return { inventory: null, issues }
    if (!recognizes(json)) return unknownDocument(document, title)
    const log = issueLog(path)
    for (const { code, message, where } of issues) log.add(code, message, where)
    return readFindings(path, { title, ...report(json, log) }, log)
  },
})

export const unknownDocument = ({ path }: SourceDocument, title: string): ReadResult => ({
  inventory: null,
  issues: [{ code: 'document-unknown', message: `The file is not ${title}.`, where: path }],
})

export function readFindings(
  path: string,
  {
    title,
    tool,
    subject,
    packages,
    vulnerabilities,
    isPartial,
    mitigated,
  }: FindingsReport & { title: string },
  log: IssueLog,
): ReadResult {
  reportFound({ tool, vulnerabilities, isPartial }, { log, path })
  const reported = packages.map((each) => toPackage(each, path))
  return readToolReport(
    { path, format: title, subject, distribution: null, packages: reported, isPartial, mitigated },
    log,
  )
}

function toPackage(
  { purl, name, version, file = '', isDevelopment = false, isDirect = null, at }: FoundPackage,
  path: string,
): ReportedPackage {
  return {
    id: '',
    listed: {
      purl,
      name,
      version,
      scope: isDevelopment ? 'test' : 'runtime',
      isSoftware: true,
      licenses: [],
      locations: file === '' ? [path] : [path, file],
      location: () => `${path}${at}`,
      ...(file !== '' && { evidence: { occurrences: [{ location: file }] } }),
    },
    isDirect,
    dependsOn: [],
  }
}

/** A report by its name; not the settings of a tool, such as dependency-check-suppressions.xml. */
export function reportName(tool: RegExp, extension: string): (fileName: string) => boolean {
  const pattern = `^(?:.*[._-])?${tool.source}(?:[._-](?:report|results?|output|scan))?\\.${extension}$`
  const name = new RegExp(pattern, 'i')
  return (fileName) => name.test(fileName)
}
