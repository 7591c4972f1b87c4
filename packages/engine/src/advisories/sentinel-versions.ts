/**
 * Whether a version stands for 'no end' instead of a release: '99.999.99999', '999.999.999', '1.999'. Feeds that are
 * not written by a package's maintainers name such bounds as fixed. '0.999999999' is a release of html5lib.
 */
export const isSentinel = (version: string): boolean => /^v?[1-9]\d*(?:\.9{2,})*\.9{3,}$/.test(version)
