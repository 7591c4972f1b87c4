/** Counts by day, for the days of a range that grows as needed. */
export class DayCounts {
  #first = 0
  #counts = new Int32Array()

  add(day: number, by: number): void {
    const at = day - this.#first
    if (at < 0 || at >= this.#counts.length) this.#include(day)
    this.#counts[day - this.#first]! += by
  }

  /** Adds the counts of the days from `first` on, one for each element. */
  addTo(sums: Uint32Array, first: number): void {
    const from = Math.max(first, this.#first)
    const end = Math.min(first + sums.length, this.#first + this.#counts.length)
    for (let day = from; day < end; day++) sums[day - first]! += this.#counts[day - this.#first]!
  }

  #include(day: number): void {
    const isEmpty = this.#counts.length === 0
    const first = isEmpty ? day : Math.min(day, this.#first)
    const end = isEmpty ? day + 1 : Math.max(day + 1, this.#first + this.#counts.length)
    // Room for a month, as most days are added at the end.
    const counts = new Int32Array(end - first + 31)
    counts.set(this.#counts, isEmpty ? 0 : this.#first - first)
    this.#first = first
    this.#counts = counts
  }
}
