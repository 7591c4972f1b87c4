import type { SourceDocument } from '../../../inventory.ts'
import { isRecord, listOf, quote, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { addImage } from '../../images/add-image.ts'
import { lockfileReader, type Parsed, parseYamlMap } from '../lockfile-reader.ts'
import type { PackageList } from '../package-list.ts'
import { readText } from '../../parsers/text-document.ts'

interface Workflow {
  yaml: Record<string, unknown>
  /** The comments after 'uses: …', by the value of uses. */
  comments: ReadonlyMap<string, string>
}

/** Workflows and actions of GitHub: https://docs.github.com/en/actions/writing-workflows/workflow-syntax-for-github-actions */
export const githubWorkflow = lockfileReader<Workflow>({
  id: 'github-workflow',
  title: 'GitHub workflow or action: it has no jobs and runs nothing',
  kind: { purlType: 'githubactions', separator: '/' },
  isAuxiliary: true,
  matchesPath: (fileName, folder = '') =>
    /^action\.ya?ml$/.test(fileName) ||
    (/(?:^|\/)\.github\/workflows$/.test(folder) && /\.ya?ml$/.test(fileName)),
  parse,
  accepts: ({ yaml }) => isRecord(yaml['jobs']) || isRecord(yaml['runs']),
  read({ yaml, comments }, list) {
    for (const { uses, where } of usedBy(yaml, list.path))
      addAction(uses, comments.get(uses) ?? '', { list, where })
    for (const { image, where } of imagesOf(yaml, list.path))
      addImage(list, image, { where, isDevelopment: true })
    return { format: isRecord(yaml['jobs']) ? 'GitHub workflow' : 'GitHub action' }
  },
})

function parse(document: SourceDocument): Parsed<Workflow> {
  const { content, issues } = parseYamlMap(document)
  if (content === null) return { content: null, issues }
  const lines = readText(document).text?.split('\n') ?? []
  const comments = lines.flatMap((line): [string, string][] => {
    const [, , uses, comment] = /^\s*(?:-\s+)?uses\s*:\s*(["']?)([^\s"'#]+)\1\s+#(.*)$/.exec(line) ?? []
    return uses !== undefined && comment !== undefined ? [[uses, comment.trim()]] : []
  })
  return { content: { yaml: content, comments: new Map(comments) }, issues }
}

interface Use {
  uses: string
  where: string
}

/** Uses in the steps of all jobs, in jobs that call reusable workflows, and in the steps of an action. */
function usedBy(yaml: Record<string, unknown>, path: string): Use[] {
  const holders = [
    ...Object.entries(recordOf(yaml['jobs'])).map(([id, job]) => ({
      at: `/jobs/${shortTextOf(id)}`,
      holder: recordOf(job),
    })),
    { at: '/runs', holder: recordOf(yaml['runs']) },
  ]
  return holders.flatMap(({ at, holder }) => {
    const own = { uses: textOf(holder['uses']), where: `${path}#${at}/uses` }
    const steps = listOf(holder['steps']).map((step, index) => ({
      uses: textOf(recordOf(step)['uses']),
      where: `${path}#${at}/steps/${index}`,
    }))
    return [own, ...steps].filter(({ uses }) => uses !== '')
  })
}

/** The containers in which jobs run, and those that serve them. Expressions are not evaluated. */
function imagesOf(yaml: Record<string, unknown>, path: string): { image: string; where: string }[] {
  const nameIn = (value: unknown) => textOf(isRecord(value) ? value['image'] : value)
  return Object.entries(recordOf(yaml['jobs'])).flatMap(([id, job]) => {
    const { container, services } = recordOf(job)
    const at = `${path}#/jobs/${shortTextOf(id)}`
    return [
      { image: nameIn(container), where: `${at}/container` },
      ...Object.entries(recordOf(services)).map(([name, service]) => ({
        image: nameIn(service),
        where: `${at}/services/${shortTextOf(name)}`,
      })),
    ]
  })
}

function addAction(
  uses: string,
  comment: string,
  { list, where }: { list: PackageList; where: string },
): void {
  // Local actions and workflows of the same repository.
  if (uses.startsWith('./') || uses.startsWith('../')) return
  if (uses.startsWith('docker://')) {
    addImage(list, uses.slice('docker://'.length), { where, isDevelopment: true })
    return
  }
  const [, repository, ref = ''] = /^([^/@\s]+\/[^/@\s]+)(?:\/[^@]*)?(?:@(.*))?$/.exec(uses) ?? []
  if (repository === undefined) {
    list.log.add('action-invalid', `${quote(uses)} names no action and was left out.`, where)
    return
  }
  const isCommit = /^[\da-f]{40}$/i.test(ref)
  // A comment after a commit often contains its full version; 'v4' alone could be any release of that line.
  const noted = /(?:^|[\s@/=])(v?\d+\.\d+\.\d+(?:-[\w.]+)?)(?=$|[\s,;)])/.exec(comment)?.[1] ?? ''
  const tag = /^v?\d+(?:\.\d+)*(?:-[\w.]+)?$/.test(ref) ? ref : ''
  list.add({
    name: repository,
    version: isCommit ? noted : tag,
    isDirect: true,
    where,
    ...(isCommit && noted === '' && { commit: ref }),
    gap: isCommit
      ? `is pinned to the commit ${ref.slice(0, 12)} without a comment that tells its full version`
      : `is used at ${quote(ref)}, which is not a version`,
  })
}
