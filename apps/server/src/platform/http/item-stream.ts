/** A JSON array whose items are read in batches on demand. */
export class ItemStream<Item> {
  readonly batches: AsyncIterable<readonly Item[]>
  constructor(batches: AsyncIterable<readonly Item[]>) {
    this.batches = batches
  }
}

/** For unbounded lists: short ones are sent as a whole, longer ones in batches. */
export const streamItems = <Row, Item>(
  batches: AsyncIterable<readonly Row[]>,
  itemOf: (row: Row) => Item,
): ItemStream<Item> => new ItemStream(mapBatches(batches, itemOf))

async function* mapBatches<Row, Item>(
  batches: AsyncIterable<readonly Row[]>,
  itemOf: (row: Row) => Item,
): AsyncGenerator<Item[]> {
  for await (const rows of batches) yield rows.map(itemOf)
}
