/** In the units of the drawing. */
export const outer = 20
/** 90 % of the radius is cut out. */
export const cutout = 18

/** Dashes of the completed part along a ring as long as the whole: after the rest, which begins at the top. */
export const dashesOf = ({ part, whole }: { part: number; whole: number }): string =>
  `0 ${whole - part} ${part}`
