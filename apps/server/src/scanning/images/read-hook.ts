import { type ImageReference, readReference } from '@assay/engine/inventory/registry/image-reference.ts'

/** A repository that a registry has changed. */
export interface Pushed {
  host: string
  repository: string
  /** null: any. */
  tag: string | null
}

type Json = Record<string, unknown>

const recordOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const maxImages = 50

/** What a registry's webhook says was pushed; empty if it is about something else. */
export function readHook(body: unknown): Pushed[] {
  const json = recordOf(body)
  const named = [
    ...ofDockerHub(json),
    ...ofGithub(json),
    ...ofHarbor(json),
    ...ofDistribution(json),
    ...ofAnyone(json),
  ]
  return named.slice(0, maxImages).flatMap((text) => {
    const reference = readReference(text)
    return reference ? [pushedOf(reference, text)] : []
  })
}

const pushedOf = ({ host, repository, tag }: ImageReference, text: string): Pushed => ({
  host,
  repository,
  tag: tag !== '' && text.endsWith(`:${tag}`) ? tag : null,
})

const tagged = (name: string, tag: string) => (tag === '' ? name : `${name}:${tag}`)

/** https://docs.docker.com/docker-hub/repos/manage/webhooks/ */
function ofDockerHub({ push_data: push, repository }: Json): string[] {
  const name = textOf(recordOf(repository)['repo_name'])
  return name === '' ? [] : [tagged(name, textOf(recordOf(push)['tag']))]
}

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#package */
function ofGithub(json: Json): string[] {
  const found = recordOf(json['package'] ?? json['registry_package'])
  const [name, namespace] = [textOf(found['name']), textOf(found['namespace'])]
  if (name === '' || textOf(found['package_type']).toLowerCase() !== 'container') return []
  const metadata = recordOf(recordOf(found['package_version'])['container_metadata'])
  const owner = namespace.split('/')[0] ?? ''
  return [tagged(`ghcr.io/${owner}/${name}`.toLowerCase(), textOf(recordOf(metadata['tag'])['name']))]
}

/** https://goharbor.io/docs/main/working-with-projects/project-configuration/configure-webhooks/ */
const ofHarbor = ({ type, event_data: event }: Json): string[] =>
  /^PUSH_ARTIFACT$/i.test(textOf(type))
    ? listOf(recordOf(event)['resources']).map((each) => textOf(recordOf(each)['resource_url']))
    : []

/** https://distribution.github.io/distribution/about/notifications/ */
const ofDistribution = ({ events }: Json): string[] =>
  listOf(events)
    .map(recordOf)
    .filter(({ action }) => textOf(action) === 'push')
    .map(({ target, request }) => {
      const { repository, tag } = recordOf(target)
      return tagged(`${textOf(recordOf(request)['host'])}/${textOf(repository)}`, textOf(tag))
    })

/** {"image": "registry.example.org/app:1.0"} */
const ofAnyone = ({ image }: Json): string[] => (textOf(image) === '' ? [] : [textOf(image)])
