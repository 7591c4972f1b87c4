import type { DayCounts } from './day-counts.ts'

/** A project with what filters ask for; texts without white space, search texts in lower case. */
export interface ProjectFacts {
  uuid: string
  url: string
  name: string
  teamUuid: string | null
  /** With the groups above them. */
  groupUuids: readonly string[]
  tagTexts: readonly string[]
  /** null for main. */
  defaultBranch: string | null
  /** Days to fix by severity that its groups set. */
  groupTargets: Readonly<Record<string, number>>
  /** The project's url, and its name if it is another, in lines. */
  text: string
  /** Neither archived nor deleted: only such projects are in the numbers. */
  isActive: boolean
}

/** A branch as read from the database. */
export interface BranchFacts {
  branchUuid: string
  branch: string
  branchText: string
  project: ProjectFacts
}

/** Branches of one team, with equal groups, tags and names: filters other than a search select all or none of them. */
export interface BranchClass {
  teamUuid: string | null
  groupUuids: readonly string[]
  tagTexts: readonly string[]
  branchText: string
  /** Number of branches. */
  size: number
  /** Scans by day; null until a response needs them. */
  scans: DayCounts | null
}

/** Class of branches that are in no response. */
export const noClass = -1

/** Numbers the projects, branches and classes of an account, so that arrays can replace maps. */
export class Directory {
  readonly projects: ProjectFacts[] = []
  readonly classes: BranchClass[] = []
  /** By branch; '' if it was removed. */
  readonly uuids: string[] = []
  readonly names: string[] = []
  readonly projectOf: number[] = []
  readonly classOf: number[] = []
  readonly #branches = new Map<string, number>()
  readonly #projects = new Map<string, number>()
  readonly #classes = new Map<string, number>()
  readonly #free: number[] = []
  #orders: { urls: Texts; names: Texts } | null = null

  get size(): number {
    return this.uuids.length
  }

  numberOf(branchUuid: string): number | undefined {
    return this.#branches.get(branchUuid)
  }

  projectNumber(uuid: string): number | undefined {
    return this.#projects.get(uuid)
  }

  branchUuids(): string[] {
    return [...this.#branches.keys()]
  }

  /** Projects with a branch that is in responses. */
  activeProjects(): Set<number> {
    const projects = new Set<number>()
    for (let branch = 0; branch < this.size; branch++)
      if (this.classOf[branch] !== noClass) projects.add(this.projectOf[branch]!)
    return projects
  }

  /** Adds a branch or replaces its facts. Returns its number. */
  set({ branchUuid, branch, branchText, project }: BranchFacts): number {
    const number = this.#branches.get(branchUuid) ?? this.#free.pop() ?? this.size
    this.#branches.set(branchUuid, number)
    if (this.uuids[number] !== branchUuid || this.names[number] !== branch) this.#orders = null
    this.uuids[number] = branchUuid
    this.names[number] = branch
    this.projectOf[number] = this.#setProject(project)
    const former = this.classOf[number] ?? noClass
    const next = project.isActive ? this.#classNumber(project, branchText) : noClass
    this.classOf[number] = next
    if (former !== next) this.#moved(former, next)
    return number
  }

  remove(branchUuid: string): void {
    const number = this.#branches.get(branchUuid)
    if (number === undefined) return
    this.#branches.delete(branchUuid)
    this.#orders = null
    this.#free.push(number)
    this.#moved(this.classOf[number]!, noClass)
    this.classOf[number] = noClass
    this.uuids[number] = ''
  }

  /** The order of addresses by project and of names by branch, like PostgreSQL's collation "C". */
  orders(): { urls: Texts; names: Texts } {
    this.#orders ??= {
      urls: new Texts(this.projects.map(({ url }) => url)),
      names: new Texts(this.names),
    }
    return this.#orders
  }

  #setProject(facts: ProjectFacts): number {
    const number = this.#projects.get(facts.uuid) ?? this.projects.length
    this.#projects.set(facts.uuid, number)
    if (this.projects[number]?.url !== facts.url) this.#orders = null
    this.projects[number] = facts
    return number
  }

  #classNumber({ teamUuid, groupUuids, tagTexts }: ProjectFacts, branchText: string): number {
    const key = JSON.stringify([teamUuid, groupUuids, tagTexts, branchText])
    const number = this.#classes.get(key) ?? this.classes.length
    this.#classes.set(key, number)
    this.classes[number] ??= { teamUuid, groupUuids, tagTexts, branchText, size: 0, scans: null }
    return number
  }

  #moved(former: number, next: number): void {
    if (former !== noClass) this.classes[former]!.size--
    if (next !== noClass) this.classes[next]!.size++
  }
}

/** Texts with the rank of each. */
export class Texts {
  readonly ranks: Float64Array
  readonly #sorted: string[]

  constructor(texts: readonly string[]) {
    this.#sorted = sortBytes([...new Set(texts)])
    const rankOf = new Map(this.#sorted.map((text, rank) => [text, rank]))
    this.ranks = Float64Array.from(texts, (text) => rankOf.get(text)!)
  }

  /** The rank of any text; between those of its neighbors if it is none of these. */
  rankOf(text: string): number {
    let [low, high] = [0, this.#sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (compareBytes(this.#sorted[middle]!, text) < 0) low = middle + 1
      else high = middle
    }
    return this.#sorted[low] === text ? low : low - 0.5
  }
}

/** Without surrogates, the order of code units is that of bytes, and several times faster. */
const sortBytes = (texts: string[]) =>
  texts.some((text) => /[\ud800-\udfff]/.test(text)) ? texts.toSorted(compareBytes) : texts.toSorted()

/** Like PostgreSQL's collation "C": by UTF-8 bytes, which sort like code points. */
export function compareBytes(first: string, second: string): number {
  const length = Math.min(first.length, second.length)
  for (let at = 0; at < length; at++) {
    const [one, other] = [first.charCodeAt(at), second.charCodeAt(at)]
    if (one !== other) return codePointOrder(one) - codePointOrder(other)
  }
  return first.length - second.length
}

/** UTF-16 encodes code points above U+FFFF as surrogates, which are below U+E000 to U+FFFF. */
const codePointOrder = (unit: number) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)
