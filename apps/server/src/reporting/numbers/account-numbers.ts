import type { Scope } from '#auth/scope.ts'
import { Answers } from './answers.ts'
import type { DayCounts } from './day-counts.ts'
import { Directory, noClass } from './directory.ts'
import type { Exclusion } from './exclusions.ts'
import { type OwnDue, readOwnDues } from '#scanning/due-dates/store.ts'
import { readExploited } from './exploited-store.ts'
import { Exploited } from './exploited.ts'
import {
  type BranchlessProject,
  type ChangedBranch,
  type Changes,
  copyAges,
  copyHistory,
  type Snapshot,
  readChanges,
  readDirectory,
  readExclusions,
  readSnapshot,
  readPlans,
  type Storage,
  readBranchless,
} from './history-store.ts'
import { PlanCatalog } from './plan-catalog.ts'
import { noDay, point, pointSize } from './point.ts'
import { PooledIntegers } from './pooled-integers.ts'

/** An account without branches takes this much. */
const baseBytes = 100_000
/** Texts of a branch and its project. */
const branchBytes = 800

/**
 * The history of all branches of an account: what each scan counted, what it opened and ended, and what is open now.
 * Before each response, what has changed since is read; stale numbers are never served.
 */
export class AccountNumbers {
  directory = new Directory()
  points = new PooledIntegers()
  flow = new PooledIntegers()
  ages = new PooledIntegers()
  /** Open findings whose due day may not follow from their severity. */
  dues = new PooledIntegers()
  /** Numbers of the catalog. */
  plans = new PooledIntegers()
  catalog: PlanCatalog
  exploited = new Exploited()
  exclusions: readonly Exclusion[] = []
  branchless: readonly BranchlessProject[] = []
  readonly answers = new Answers()
  /** Changes with the numbers. */
  version = 0
  readonly #storage: Storage
  readonly #scope: Scope
  readonly #maxPlans: number | undefined
  #snapshot: Snapshot | null = null
  /** The revision of the account that the directory shows. */
  #revision = 0
  #wantsPlans = false
  #hasPlans = false
  #running: Promise<void> | null = null
  #waiting: Promise<void> | null = null

  /** The scope is that of the whole account. */
  constructor(storage: Storage, { scope, maxPlans }: { scope: Scope; maxPlans?: number | undefined }) {
    this.#storage = storage
    this.#scope = scope
    this.#maxPlans = maxPlans
    this.catalog = new PlanCatalog({ maxPlans })
  }

  get bytes(): number {
    const pools = [this.points, this.flow, this.ages, this.dues, this.plans]
    const ofPools = pools.reduce((sum, { bytes }) => sum + bytes, 0)
    return baseBytes + ofPools + this.exploited.bytes + this.directory.size * branchBytes + this.catalog.bytes
  }

  /** Afterwards, it includes everything committed before the call, and is unchanged until the caller's next await. */
  refresh({ withPlans = false } = {}): Promise<void> {
    this.#wantsPlans ||= withPlans
    // A read in progress may have begun before a change that the caller knows of.
    this.#waiting ??= this.#afterRunning()
    return this.#waiting
  }

  async #afterRunning(): Promise<void> {
    await this.#running?.catch(() => undefined)
    this.#waiting = null
    this.#running = this.#bringForward()
    await this.#running
  }

  async #bringForward(): Promise<void> {
    const { db } = this.#storage
    if (this.#snapshot === null) await this.#readAll()
    if (this.#wantsPlans && !this.#hasPlans) await this.#readPlans()
    while (this.#snapshot !== null) {
      const changes = await readChanges(db, this.#scope, { since: this.#snapshot, withPlans: this.#hasPlans })
      if (changes === null) return this.#clear()
      await this.#take(changes)
      this.#snapshot = { revision: changes.revision, snapshot: changes.snapshot }
      if (changes.revision === this.#revision) return
      // What was removed leaves no row that has changed. Afterwards, the changes since are read again.
      await this.#readDirectory(changes.revision)
    }
  }

  async #take({
    rows,
    hasNewExclusions,
    hasNewProjects,
    hasNewSignals,
    hasNewDueDates,
  }: Changes): Promise<void> {
    const { db } = this.#storage
    if (hasNewExclusions) this.exclusions = await readExclusions(db, this.#scope)
    if (hasNewProjects) this.branchless = await readBranchless(db, this.#scope)
    for (const row of rows ?? []) this.#replace(row)
    if (hasNewSignals) await this.#readExploited()
    if (hasNewSignals || hasNewDueDates) await this.#readDues()
    const isChanged = hasNewExclusions || hasNewProjects || hasNewSignals || hasNewDueDates
    if (rows !== null || isChanged) this.version++
  }

  /** In several statements: what changes meanwhile has changed since the first one. */
  async #readAll(): Promise<void> {
    const snapshot = await readSnapshot(this.#storage.db, this.#scope)
    this.#clear()
    if (snapshot === null) return
    await this.#readDirectory(snapshot.revision)
    await copyHistory(this.#storage, this.#scope, (uuid, { points, flow }) => {
      const branch = this.directory.numberOf(uuid)
      if (branch === undefined) return
      this.points.set(branch, points)
      this.flow.set(branch, flow)
    })
    await copyAges(this.#storage, this.#scope, (uuid, ages) => {
      const branch = this.directory.numberOf(uuid)
      if (branch !== undefined) this.ages.set(branch, ages)
    })
    await this.#readExploited()
    await this.#readDues()
    this.#snapshot = snapshot
  }

  async #readExploited(): Promise<void> {
    const rows = await readExploited(this.#storage.db, this.#scope)
    this.exploited = new Exploited()
    for (const { branchUuid, exploited } of rows) {
      const branch = this.directory.numberOf(branchUuid)
      if (branch !== undefined) this.exploited.set(branch, exploited)
    }
  }

  async #readDues(): Promise<void> {
    const rows = await readOwnDues(this.#storage.db, this.#scope)
    this.dues = new PooledIntegers()
    for (const { branchUuid, dues } of rows) {
      const branch = this.directory.numberOf(branchUuid)
      if (branch !== undefined) this.dues.set(branch, packDues(dues))
    }
  }

  async #readDirectory(revision: number): Promise<void> {
    const { db } = this.#storage
    const rows = await readDirectory(db, this.#scope)
    this.exclusions = await readExclusions(db, this.#scope)
    this.branchless = await readBranchless(db, this.#scope)
    const known = new Set(rows.map(({ branchUuid }) => branchUuid))
    for (const uuid of this.directory.branchUuids()) if (!known.has(uuid)) this.#remove(uuid)
    for (const facts of rows) this.#moving(facts.branchUuid, () => this.directory.set(facts))
    this.#revision = revision
    this.version++
  }

  async #readPlans(): Promise<void> {
    this.catalog = new PlanCatalog({ maxPlans: this.#maxPlans })
    this.plans = new PooledIntegers()
    for (const { branchUuid, plans } of await readPlans(this.#storage.db, this.#scope)) {
      const branch = this.directory.numberOf(branchUuid)
      if (branch !== undefined) this.plans.set(branch, this.#planNumbers(plans))
    }
    this.#hasPlans = true
  }

  #replace({ facts, history, exploited, dues, plans }: ChangedBranch): void {
    this.#moving(facts.branchUuid, () => {
      const branch = this.directory.set(facts)
      this.points.set(branch, history.points)
      this.flow.set(branch, history.flow)
      this.ages.set(branch, history.ages)
      this.exploited.set(branch, exploited)
      this.dues.set(branch, packDues(dues))
      if (plans) this.plans.set(branch, this.#planNumbers(plans))
    })
    this.#dropUnusedPlans()
  }

  #planNumbers(plans: readonly string[]): Int32Array {
    return Int32Array.from(plans, (text) => this.catalog.numberOf(text))
  }

  /** Plans that no branch has any more stay in the catalog until they are most of it. */
  #dropUnusedPlans(): void {
    if (!this.catalog.isFull) return
    const isUsed = new Uint8Array(this.catalog.plans.length)
    for (const plans of this.plans.lists()) for (const plan of plans) isUsed[plan] = 1
    const { catalog, numbers } = this.catalog.only(isUsed)
    for (const plans of this.plans.lists()) plans.set(plans.map((plan) => numbers[plan]!))
    this.catalog = catalog
  }

  #remove(uuid: string): void {
    this.#moving(uuid, () => {
      const branch = this.directory.numberOf(uuid)!
      this.directory.remove(uuid)
      for (const pool of [this.points, this.flow, this.ages, this.dues, this.plans])
        pool.set(branch, new Int32Array())
      this.exploited.set(branch, [])
    })
  }

  /** Keeps the scans by day of a class while a branch changes or leaves it. */
  #moving(uuid: string, change: () => void): void {
    this.#countScans(this.directory.numberOf(uuid), -1)
    change()
    this.#countScans(this.directory.numberOf(uuid), 1)
  }

  #countScans(branch: number | undefined, by: 1 | -1): void {
    const number = branch === undefined ? noClass : this.directory.classOf[branch]!
    const scans = number === noClass ? null : this.directory.classes[number]!.scans
    if (scans !== null) this.addScans(scans, { branch: branch!, by })
  }

  /** Adds all scans of a branch to counts by day. */
  addScans(scans: DayCounts, { branch, by }: { branch: number; by: 1 | -1 }): void {
    const { data, starts, lengths } = this.points
    const start = starts[branch] ?? 0
    const end = start + (lengths[branch] ?? 0)
    for (let at = start; at < end; at += pointSize) scans.add(data[at + point.day]!, by)
  }

  #clear(): void {
    this.directory = new Directory()
    this.points = new PooledIntegers()
    this.flow = new PooledIntegers()
    this.ages = new PooledIntegers()
    this.dues = new PooledIntegers()
    this.plans = new PooledIntegers()
    this.catalog = new PlanCatalog({ maxPlans: this.#maxPlans })
    this.exploited = new Exploited()
    this.exclusions = []
    this.branchless = []
    this.version++
    this.#snapshot = null
    this.#hasPlans = false
  }
}

const packDues = (dues: readonly OwnDue[]) =>
  Int32Array.from(
    dues.flatMap(([severity, since, isExploited, setDay]) => [
      severity,
      since,
      Number(isExploited),
      setDay ?? noDay,
    ]),
  )
