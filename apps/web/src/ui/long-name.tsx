import { Fragment } from 'react'

/** The name of a package, a file or a url: it breaks behind its separators rather than within a word or a version. */
export const LongName = ({ name }: { name: string }) =>
  name.split(/(?<=[/:._@-])(?=[a-z])/i).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
