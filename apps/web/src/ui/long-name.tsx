import { Fragment } from 'react'

/** The name of a package, a file or a url: it breaks after separators rather than within a word or version. */
export const LongName = ({ name }: { name: string }) =>
  name.split(/(?<=[/:._@-])(?=[a-z])/i).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
