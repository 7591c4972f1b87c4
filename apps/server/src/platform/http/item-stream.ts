/** A JSON array whose items are read in batches: each when the caller has taken the one before. */
export class ItemStream<Item> {
  readonly batches: AsyncIterable<readonly Item[]>
  constructor(batches: AsyncIterable<readonly Item[]>) {
    this.batches = batches
  }
}

/** For lists without an end of their own: short ones are answered as a whole, longer ones batch by batch. */
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
