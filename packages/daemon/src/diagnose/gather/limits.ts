/** Every bound of what is gathered around an incident. What passes one is left out, and the picture says so. */

/** Services in view, the nearest first. */
export const SERVICES_MAX = 50;
/** Kinds of messages: of one service and level, and in all. */
export const PATTERNS_PER_LEVEL_MAX = 300;
export const PATTERNS_MAX = 6000;
/** So many have room for each service and level even where there are too many in all. */
export const PATTERNS_RESERVED = 8;
/** What is kept of a message to show its template. */
export const SAMPLE_CHARS_MAX = 1000;
export const TEMPLATE_CHARS_MAX = 400;
/** Series: of one metric of a service, of one service, and in all. */
export const SERIES_PER_METRIC_MAX = 64;
export const SERIES_PER_SERVICE_MAX = 300;
export const SERIES_MAX = 3000;
export const NAME_CHARS_MAX = 200;
export const INSTANCE_CHARS_MAX = 120;
