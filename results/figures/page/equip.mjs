// Entry point of the script of a figure's page, which also loads Vega.
import {equip} from '../lib/plot/equip.mjs';
/* global vega */

equip(vega);
