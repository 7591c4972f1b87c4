export interface Group<Row> {
  first: Row
  pages: AsyncIterable<Row[]>
}

/** Groups adjacent rows with the same key. Only one page of a group is in memory at a time. */
export async function* groupAdjacent<Row>(
  pages: AsyncIterable<readonly Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Group<Row>> {
  const iterator = pages[Symbol.asyncIterator]()
  let page: readonly Row[] = []
  let at = 0
  const next = async (): Promise<Row | undefined> => {
    while (at === page.length) {
      const read = await iterator.next()
      if (read.done) return undefined
      page = read.value
      at = 0
    }
    return page[at]
  }
  async function* membersOf(key: string): AsyncGenerator<Row[]> {
    for (let row = await next(); row !== undefined && keyOf(row) === key; row = await next()) {
      const start = at
      while (at < page.length && keyOf(page[at]!) === key) at++
      yield page.slice(start, at)
    }
  }
  try {
    for (let first = await next(); first !== undefined; first = await next()) {
      const members = membersOf(keyOf(first))
      yield { first, pages: members }
      // Skips rows the caller did not read.
      for await (const _rest of members);
    }
  } finally {
    await iterator.return?.()
  }
}
