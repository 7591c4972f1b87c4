/** What a text in another language must have: the same keys, and functions of the same parameters. */
export type Translation<T> = T extends string
  ? string
  : T extends (...values: infer P) => infer R
    ? (...values: P) => Translation<R>
    : T extends readonly (infer E)[]
      ? readonly Translation<E>[]
      : T extends object
        ? { readonly [K in keyof T]: Translation<T[K]> }
        : T
