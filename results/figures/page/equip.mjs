// The entry of the script of a figure's page, beside which Vega is loaded.
import {equip} from '../lib/plot/equip.mjs';
/* global vega */

equip(vega);
