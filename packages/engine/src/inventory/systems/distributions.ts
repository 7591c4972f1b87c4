// What the ID of os-release means for package URLs. ID_LIKE is no hint: a derived distribution has versions and fixes of
// its own.

interface Distribution {
  /** Separated by spaces. */
  ids: string
  /** Of its package URLs; the id if absent. */
  namespace?: string
  /** The release as its advisories count it; null if it is none of them, such as a snapshot between releases. */
  release(values: ReadonlyMap<string, string>): string | null
}

const versionOf = (values: ReadonlyMap<string, string>): string | null => values.get('VERSION_ID') || null

/** 3.19.1 is a release, 3.21_alpha20240807 a snapshot of the branch edge. */
const numberOf = (values: ReadonlyMap<string, string>): string | null =>
  /^\d+(?:\.\d+)*$/.exec(versionOf(values) ?? '')?.[0] ?? null

/** Rolling distributions have one list of advisories for all times. */
const rolling = () => 'rolling'

/** VERSION_ID is 24.03; its service pack stands only in the text: 'openEuler 24.03 (LTS-SP1)'. */
function openEulerRelease(values: ReadonlyMap<string, string>): string | null {
  const pack = /\((LTS(?:-SP\d+)?)\)/i.exec(values.get('PRETTY_NAME') ?? values.get('VERSION') ?? '')?.[1]
  const version = numberOf(values)
  return version === null || pack === undefined ? null : `${version}-${pack}`
}

const distributions: readonly Distribution[] = [
  { ids: 'debian', release: numberOf },
  { ids: 'ubuntu', release: numberOf },
  { ids: 'alpine', release: numberOf },
  { ids: 'wolfi', release: rolling },
  { ids: 'chainguard', release: rolling },
  { ids: 'minimos', release: rolling },
  { ids: 'cleanstart', release: rolling },
  { ids: 'echo', release: rolling },
  { ids: 'alpaquita', release: versionOf },
  { ids: 'bellsoft-hardened-containers', namespace: 'bellsoft', release: versionOf },
  { ids: 'rhel', namespace: 'redhat', release: numberOf },
  { ids: 'almalinux', release: numberOf },
  { ids: 'rocky', release: numberOf },
  { ids: 'sles sles_sap sled sles-ltss', namespace: 'suse', release: numberOf },
  {
    ids: 'sle-micro sl-micro sle_micro',
    namespace: 'suse',
    release: (values) => micro(numberOf(values)),
  },
  { ids: 'opensuse-leap opensuse', namespace: 'opensuse', release: numberOf },
  { ids: 'opensuse-tumbleweed', namespace: 'opensuse', release: () => 'tumbleweed' },
  { ids: 'azurelinux mariner', namespace: 'azure-linux', release: numberOf },
  { ids: 'mageia', release: numberOf },
  { ids: 'openeuler', release: openEulerRelease },
]

const micro = (version: string | null): string | null => version && `micro ${version}`

const byId = new Map(distributions.flatMap((each) => each.ids.split(' ').map((id) => [id, each] as const)))

/** An unknown distribution has a namespace that no ecosystem has, so that its packages count as not covered. */
export function distributionOf(
  id: string,
  values: ReadonlyMap<string, string>,
): { namespace: string; distro: string | null } {
  const known = byId.get(id)
  const namespace = known?.namespace ?? id
  const release = known ? known.release(values) : versionOf(values)
  return { namespace, distro: release === null ? null : `${namespace}-${release}` }
}
