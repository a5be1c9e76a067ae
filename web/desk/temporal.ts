/**
 * The shop's clock is the platform's own where it has one. Imported before everything else: what shows a time may do so
 * as soon as it is evaluated.
 */
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')

export {}
